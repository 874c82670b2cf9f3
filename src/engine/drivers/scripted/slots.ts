import { onAbort } from '../../../core/abort.ts'

/** Places for work done side by side; who finds none waits in line. */
export interface Slots {
  /** Resolves in turn, with the function that gives the place back, to be called once. Rejects when `signal` aborts. */
  enter(signal: AbortSignal): Promise<() => void>
}

export function createSlots(count: number): Slots {
  const line: (() => void)[] = []
  let free = count

  function leave() {
    const next = line.shift()
    if (next === undefined) free += 1
    else next()
  }

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        if (free > 0) {
          free -= 1
          return resolve(leave)
        }
        const deafen = onAbort(signal, () => {
          line.splice(line.indexOf(admit), 1)
          reject(signal.reason)
        })
        function admit() {
          deafen()
          resolve(leave)
        }
        line.push(admit)
      }),
  }
}
