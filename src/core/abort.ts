import { setMaxListeners } from 'node:events'

/**
 * Calls `task` when `signal` aborts; the returned function ends that. One request's signal is rightly listened to by
 * every task and queue place it has, so the warning that Node gives at eleven listeners is turned off for it.
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  setMaxListeners(0, signal)
  signal.addEventListener('abort', task, { once: true })
  return () => signal.removeEventListener('abort', task)
}
