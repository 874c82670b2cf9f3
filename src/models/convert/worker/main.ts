/** Entry of the thread that converts: reading a vocabulary of many megabytes would hold up the server's answers. */
import { parentPort, workerData } from 'node:worker_threads'
import { TrivetError } from '../../../core/errors.ts'
import { convertFolder } from '../convert-folder.ts'
import { ConversionRefusal } from '../refusal.ts'
import { tokenSamples } from '../token-samples.ts'
import type { FromWorker, WorkerOrder } from './messages.ts'

const order = workerData as WorkerOrder
const cancelled = new AbortController()
const tell = (message: FromWorker) => parentPort?.postMessage(message)

parentPort?.once('message', () => cancelled.abort())

try {
  const converted = await convertFolder(order, {
    signal: cancelled.signal,
    onProgress: (doneBytes, totalBytes) => tell({ type: 'progress', doneBytes, totalBytes }),
  })
  tell({ type: 'done', converted, samples: await tokenSamples(order.folder) })
} catch (thrown) {
  if (thrown instanceof ConversionRefusal) tell({ type: 'refused', reason: thrown.message })
  else if (thrown instanceof TrivetError) tell({ type: 'reported', error: thrown.report() })
  else {
    const { message, code } = thrown as NodeJS.ErrnoException
    tell({ type: 'failed', message, code })
  }
} finally {
  parentPort?.close()
}
