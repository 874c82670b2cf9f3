import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Feed, Told } from '../../encoder/feed.ts'
import type { GraphRuntime } from '../../encoder/graph-encoder.ts'
import type { OpenGraph, SessionOrder } from './session.ts'

export interface ToWorker {
  readonly feeds: readonly Feed[]
  readonly output: string
}

type FromWorker = { readonly opened: GraphRuntime } | { readonly told: Told } | { readonly failed: string }

/**
 * Opens a graph in a thread of its own: WebAssembly computes in the thread that calls it, which would neither be told of
 * a cancelled task nor show that it is alive. One thing at a time. Rejects as `openHere`.
 */
export async function openInWorker(order: SessionOrder): Promise<OpenGraph> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: order })
  async function answer(): Promise<Exclude<FromWorker, { readonly failed: string }>> {
    // A thread that ends with an error rejects this.
    const [said] = (await once(worker, 'message')) as [FromWorker]
    if ('failed' in said) throw new Error(said.failed)
    return said
  }
  const close = async () => void (await worker.terminate())
  try {
    const said = await answer()
    if (!('opened' in said)) throw new Error('the thread that computes answered out of turn.')
    return {
      ...said.opened,
      async compute(feeds, output) {
        worker.postMessage({ feeds, output } satisfies ToWorker)
        const told = await answer()
        if (!('told' in told)) throw new Error('the thread that computes answered out of turn.')
        return told.told
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
