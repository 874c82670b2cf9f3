/** Entry of the thread that computes in WebAssembly; the other side is in-worker.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ToWorker } from './in-worker.ts'
import { openHere, type SessionOrder } from './session.ts'

const failed = (error: unknown) => parentPort?.postMessage({ failed: error instanceof Error ? error.message : error })

try {
  const { inputs, outputs, compute } = await openHere(workerData as SessionOrder)
  parentPort?.on('message', ({ feeds, output }: ToWorker) => {
    compute(feeds, output).then((told) => parentPort?.postMessage({ told }), failed)
  })
  parentPort?.postMessage({ opened: { inputs, outputs } })
} catch (error) {
  failed(error)
}
