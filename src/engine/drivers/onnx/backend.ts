import type { Device } from '../../../core/device.ts'
import type { LoadedBackend } from '../../backend.ts'
import type { Plan } from '../../driver.ts'
import { encoderBackend } from '../../encoder/backend.ts'
import { openGraphEncoder } from '../../encoder/graph-encoder.ts'
import { readSettings } from '../../encoder/settings.ts'
import { nativeBackend } from '../../native/backend-parts.ts'
import type { FoundPackage } from '../../native/find-package.ts'
import { hostCpu } from '../../native/host-cpu.ts'
import { openTokenizer } from '../../text/tokenizer.ts'
import { onnxFiles } from './files.ts'
import { openInWorker } from './in-worker.ts'
import { readOptions } from './options.ts'
import { findOnnx, WEB } from './package.ts'
import { builtProviders, type OnnxRuntime, openOnnx } from './runtime.ts'
import { openHere } from './session.ts'

/** ONNX Runtime by its own JavaScript packages, in a process of its own. */
export const backend = nativeBackend(async (options) => {
  const found = findOnnx(readOptions(options).packagePath)
  return { version: versionOf(found), devices: devicesOf(await openOnnx(found)) }
}, opened)

async function opened(plan: Plan): Promise<LoadedBackend> {
  const options = readOptions(plan.options)
  const files = onnxFiles(plan.modelPath)
  if (files === null) throw new Error(`there is no .onnx file at ${plan.modelPath}.`)
  const tokenizer = openTokenizer(files.folder)
  const settings = readSettings(files.folder)
  const found = findOnnx(options.packagePath)
  const order = { runtime: found, files, threads: plan.threads, units: options.units, split: options.split }
  // Native code computes in threads of its own.
  const graph = await (found.name === WEB ? openInWorker(order) : openHere(order))
  const encoder = await openGraphEncoder({ runtime: graph, settings, tokenizer, plan, pooling: options.pooling })
  const description = `${settings.architecture} ONNX model`.trimStart()
  const facts = { description, sizeBytes: files.sizeBytes, engineVersion: versionOf(found) }
  return encoderBackend(encoder, facts, graph.close)
}

/** Others are there where their makers' libraries are, which only a session tells. */
const SURE_GPUS: readonly string[] = ['dml', 'coreml']

function devicesOf(runtime: OnnxRuntime): readonly Device[] {
  const gpus = builtProviders(runtime).filter((name) => SURE_GPUS.includes(name))
  const gpu = (name: string): Device => ({ ...hostCpu(), name, description: name, kind: 'gpu' })
  return [hostCpu(), ...gpus.map(gpu)]
}

function versionOf({ name, version }: FoundPackage): string {
  return `${name} ${version}`
}
