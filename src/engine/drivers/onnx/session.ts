import { basename } from 'node:path'
import { packed } from '../../encoder/feed.ts'
import type { GraphRuntime } from '../../encoder/graph-encoder.ts'
import type { FoundPackage } from '../../native/find-package.ts'
import type { OnnxFiles } from './files.ts'
import type { OnnxPlanOptions } from './options.ts'
import { type Provider, providersFor } from './providers.ts'
import { builtProviders, isWeb, type OnnxRuntime, type OnnxSession, openOnnx } from './runtime.ts'

/** All that opening a graph takes; plain data. */
export interface SessionOrder extends Pick<OnnxPlanOptions, 'units' | 'split'> {
  readonly runtime: FoundPackage
  readonly files: OnnxFiles
  readonly threads: number
}

export interface OpenGraph extends GraphRuntime {
  close(): Promise<void>
}

/** Opens a graph here, in this thread. Rejects with what ONNX Runtime says, or with an Error in words. */
export async function openHere(order: SessionOrder): Promise<OpenGraph> {
  const runtime = await openOnnx(order.runtime)
  const session = await openSession(runtime, order)
  return {
    inputs: session.inputMetadata,
    outputs: session.outputMetadata,
    async compute(feeds, output) {
      const tensors = feeds.map((feed) => [feed.name, new runtime.Tensor(feed.type, packed(feed), feed.shape)] as const)
      const told = (await session.run(Object.fromEntries(tensors)))[output]
      if (told === undefined) throw new Error(`its graph told no ${output}.`)
      return { values: told.data as Float32Array, shape: told.dims }
    },
    close: () => session.release(),
  }
}

/** Units that are taken together are one session's; else the first that a session can be made for. */
async function openSession(runtime: OnnxRuntime, order: SessionOrder): Promise<OnnxSession> {
  const { files, threads } = order
  const providers = providersFor(order.units, builtProviders(runtime))
  runtime.env.wasm.numThreads = threads
  const open = (executionProviders: readonly Provider[]) =>
    runtime.InferenceSession.create(files.model, {
      executionProviders,
      intraOpNumThreads: threads,
      // The native runtime finds them by itself.
      ...(isWeb(runtime) && { externalData: files.external.map((data) => ({ path: basename(data), data })) }),
    })
  if (order.split) return open(providers)
  let last: unknown
  for (const provider of providers) {
    try {
      return await open([provider])
    } catch (error) {
      last = error
    }
  }
  throw last
}
