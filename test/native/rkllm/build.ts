import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byteTokenizer } from '../../fixtures/byte-tokenizer.ts'
import { compileLibrary } from '../compile.ts'

const SOURCE = fileURLToPath(new URL('./fake-rkllm.c', import.meta.url))

export interface FakeRuntime {
  /** Of its structs: 12 or 13. */
  readonly release: 12 | 13
  /** What its banner says; empty: nothing. */
  readonly version: string
  readonly driver?: string
}

/** Compiles a stand-in for Rockchip's library; returns its file. */
export function buildFakeRkllm(folder: string, { release, version, driver = '0.9.8' }: FakeRuntime): string {
  const target = join(folder, `librkllmrt-${release}-${version}-${driver}.so`)
  return compileLibrary(SOURCE, target, [`RELEASE=${release}`, `FAKE_VERSION="${version}"`, `FAKE_DRIVER="${driver}"`])
}

/** A folder with a model that behaves as its first line says, and a tokenizer whose tokens are bytes. */
export function writeFakeModel(folder: string, name: string, behaviour: string): string {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'tokenizer.json'), JSON.stringify(byteTokenizer()))
  writeFileSync(join(home, 'model.rkllm'), `${behaviour}\n`)
  return join(home, 'model.rkllm')
}
