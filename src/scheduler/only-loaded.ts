import { TrivetError } from '../core/errors.ts'
import { methodsOf } from './methods-of.ts'
import type { ModelStatus, Scheduler } from './scheduler.ts'

/**
 * The same scheduler for clients who load their models themselves: whatever isn't loaded is refused instead.
 * @param refuse what is said of a model that is known but not loaded
 */
export function onlyLoaded(scheduler: Scheduler, refuse: (status: ModelStatus) => TrivetError = notLoaded): Scheduler {
  return {
    ...methodsOf(scheduler),
    look: async (id) => unlessOut(await scheduler.look(id)),
    open: (id, signal, wish) => {
      unlessOut(scheduler.model(id))
      return scheduler.open(id, signal, wish)
    },
  }

  function unlessOut(status: ModelStatus): ModelStatus {
    if (!isLoaded(status)) throw refuse(status)
    return status
  }
}

/** One that restarts after a crash is loaded all the same: requests wait for it. */
export function isLoaded({ state, reason }: ModelStatus): boolean {
  return state === 'ready' || (state === 'starting' && reason !== null)
}

function notLoaded({ id }: ModelStatus): TrivetError {
  return new TrivetError('model_not_loaded', { model: id })
}
