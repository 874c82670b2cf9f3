import { Worker } from 'node:worker_threads'
import { onAbort } from '../../../core/abort.ts'
import type { Clock } from '../../../core/clock.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { StreamWatch } from '../../gguf/stream.ts'
import type { ConvertedFolder, FolderWish } from '../convert-folder.ts'
import { ConversionRefusal } from '../refusal.ts'
import type { FromWorker, TokenSample, ToWorker } from './messages.ts'

/** The worker's entry, as JavaScript. From source there is none to run, so tests name the one in `dist/`. */
export const WORKER_ENTRY = new URL('./main.js', import.meta.url)

/** What a cancelled thread gets to close its files; a disk that doesn't answer would hold it for ever. */
const GRACE_MS = 5_000

export interface WorkerRuntime {
  /** `WORKER_ENTRY`. */
  readonly entry: URL
  readonly clock: Clock
}

/** See `convertFolder`. Resolves, or rejects, once the thread has ended. */
export async function convertInWorker(
  wish: FolderWish,
  watch: StreamWatch,
  { entry, clock }: WorkerRuntime,
): Promise<ConvertedFolder & { readonly samples: readonly TokenSample[] }> {
  watch.signal.throwIfAborted()
  const worker = new Worker(entry, { workerData: wish })
  let last: Exclude<FromWorker, { type: 'progress' }> | null = null
  let failure: Error | null = null
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'progress') watch.onProgress(message.doneBytes, message.totalBytes)
    else last = message
  })
  worker.once('error', (error: Error) => {
    failure = error
  })
  let stopWaiting = () => {}
  const deafen = onAbort(watch.signal, () => {
    worker.postMessage('cancel' satisfies ToWorker)
    stopWaiting = clock.after(GRACE_MS, () => void worker.terminate())
  })
  await new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  deafen()
  stopWaiting()
  watch.signal.throwIfAborted()
  return outcome(last, failure)
}

function outcome(
  last: Exclude<FromWorker, { type: 'progress' }> | null,
  failure: Error | null,
): ConvertedFolder & { readonly samples: readonly TokenSample[] } {
  switch (last?.type) {
    case 'done':
      return { ...last.converted, samples: last.samples }
    case 'refused':
      throw new ConversionRefusal(last.reason)
    case 'reported':
      throw TrivetError.from(last.error)
    case 'failed':
      throw Object.assign(new Error(last.message), last.code === undefined ? {} : { code: last.code })
    default:
      throw failure ?? new Error('the thread that converts ended without a word')
  }
}
