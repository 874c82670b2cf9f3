import { onAbort } from '../../core/abort.ts'
import { TrivetError } from '../../core/errors.ts'

/** News of a value that changes: to listeners, and to whoever waits for the next one. */
export interface Changes<Value> {
  notify(value: Value): void
  /** The returned function ends it. */
  listen(listener: (value: Value) => void): () => void
  /** Resolves at the next change; rejects with `request_cancelled` when `signal` aborts. */
  next(signal?: AbortSignal): Promise<void>
}

export function createChanges<Value>(): Changes<Value> {
  const listeners = new Set<(value: Value) => void>()

  function listen(listener: (value: Value) => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    notify(value) {
      for (const listener of [...listeners]) listener(value)
    },
    listen,
    next: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new TrivetError('request_cancelled'))
        const deafen = signal === undefined ? () => {} : onAbort(signal, cancel)
        const forget = listen(() => {
          forget()
          deafen()
          resolve()
        })
        function cancel() {
          forget()
          reject(new TrivetError('request_cancelled'))
        }
      }),
  }
}
