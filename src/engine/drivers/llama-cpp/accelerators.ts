import { readdirSync } from 'node:fs'
import { findLibrary } from './library-path.ts'

/** What a build of llama.cpp can compute on besides the CPU, told by its files. */
export type Accelerator = 'gpu' | 'npu'

/** ggml's backends, each a library of its own, by what they drive; those of other names are the CPU's or no devices. */
const BACKENDS: Readonly<Record<string, Accelerator>> = {
  cann: 'npu',
  cuda: 'gpu',
  hexagon: 'npu',
  hip: 'gpu',
  metal: 'gpu',
  musa: 'gpu',
  opencl: 'gpu',
  openvino: 'npu',
  sycl: 'gpu',
  vulkan: 'gpu',
  webgpu: 'gpu',
}

/** @param files names in the folder of a build */
export function acceleratorsAmong(files: readonly string[]): ReadonlySet<Accelerator> {
  const kinds = files.map((file) => BACKENDS[/^(?:lib)?ggml-([a-z0-9]+)/.exec(file)?.[1] ?? ''])
  return new Set(kinds.filter((kind) => kind !== undefined))
}

/** Those of the build in use; none when there is no build. */
export function acceleratorsOf(libraryPath: string | null): ReadonlySet<Accelerator> {
  try {
    return acceleratorsAmong(readdirSync(findLibrary(libraryPath).folder))
  } catch {
    return new Set()
  }
}
