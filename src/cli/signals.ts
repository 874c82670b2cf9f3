import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Resolves with the first signal that asks the process to end; a second one ends it at once. */
export function endAsked(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    const onSignal = (signal: (typeof SIGNALS)[number]) => {
      // Engines end by themselves when this process is gone.
      if (asked) process.exit(128 + constants.signals[signal])
      asked = true
      resolve(signal)
    }
    for (const signal of SIGNALS) process.on(signal, onSignal)
  })
}
