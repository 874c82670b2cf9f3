import type { Clock } from '../core/clock.ts'
import { methodsOf } from '../scheduler/methods-of.ts'
import type { ModelStatus, Scheduler } from '../scheduler/scheduler.ts'

/** Nobody has asked for anything for so long: long enough for whoever loaded the model to use it first. */
const IDLE_MS = 20_000

export interface FirstLoadsOptions {
  readonly scheduler: Scheduler
  readonly clock: Pick<Clock, 'after'>
  /** Whether the model was measured on this machine before, or can't be. */
  readonly isKnown: (model: ModelStatus) => Promise<boolean>
  /** Measures it, and keeps what came of it. Rejects when the signal aborts. */
  readonly measure: (model: string, signal: AbortSignal) => Promise<unknown>
  /** Hears what else goes wrong. */
  readonly failed: (error: unknown) => void
}

export interface FirstLoads {
  /** The scheduler for everyone else: whoever opens a model through it has it to himself at once. */
  readonly scheduler: Scheduler
  /** Nothing is measured any more. Resolves when nothing is being measured. */
  close(): Promise<void>
}

/**
 * Measures each model once, after it was loaded for the first time on this machine: when nobody has asked for anything
 * for a while, and only until somebody does. Then it begins anew the next time. Loads nothing.
 */
export function measureFirstLoads(options: FirstLoadsOptions): FirstLoads {
  const { scheduler, clock, isKnown, measure, failed } = options
  /** Loaded, and not looked at yet. */
  const waiting = new Set<string>()
  let measuring: { readonly ending: AbortController; readonly over: Promise<void> } | null = null
  let forget = (): void => {}
  let closed = false

  const plan = (): void => {
    forget()
    if (!closed && waiting.size > 0 && measuring === null) forget = clock.after(IDLE_MS, due)
  }
  const yieldTo = (): void => {
    measuring?.ending.abort(new Error('somebody has asked for an answer'))
    plan()
  }
  const due = (): void => {
    if (scheduler.models().some(isBusy)) plan()
    else {
      const ending = new AbortController()
      measuring = { ending, over: next(ending.signal) }
    }
  }
  const next = async (signal: AbortSignal): Promise<void> => {
    const [model = ''] = waiting
    try {
      const status = scheduler.models().find(({ id, state }) => id === model && state === 'ready')
      if (status !== undefined && !(await isKnown(status))) {
        signal.throwIfAborted()
        await measure(model, signal)
      }
      waiting.delete(model)
    } catch (error) {
      if (!signal.aborted) {
        waiting.delete(model)
        failed(error)
      }
    } finally {
      measuring = null
      plan()
    }
  }

  const note = ({ id, state }: ModelStatus): void => {
    if (state !== 'ready' || waiting.has(id)) return
    waiting.add(id)
    plan()
  }
  // Some may have been loaded while the server was still coming up.
  for (const model of scheduler.models()) note(model)
  const stop = scheduler.onChange(note)
  return {
    scheduler: {
      ...methodsOf(scheduler),
      open(...given) {
        yieldTo()
        return scheduler.open(...given)
      },
      load(...given) {
        yieldTo()
        return scheduler.load(...given)
      },
    },
    async close() {
      closed = true
      stop()
      forget()
      measuring?.ending.abort(new Error('the server ends'))
      await measuring?.over
    },
  }
}

function isBusy({ running, waiting, state }: ModelStatus): boolean {
  return running + waiting > 0 || state === 'starting'
}
