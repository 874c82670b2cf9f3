import { TrivetError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/key.ts'
import { methodsOf } from '../../scheduler/methods-of.ts'
import type { OpenModel, Scheduler, TaskStream } from '../../scheduler/scheduler.ts'
import type { Ledger } from './ledger.ts'

/**
 * The same scheduler, which writes into the ledger of whoever opens a model what comes of it, and opens only what the
 * caller's key may use. Rejects with `model_forbidden` besides.
 * @param current the request that this code runs for; `null`: none
 */
export function meteredScheduler(scheduler: Scheduler, current: () => Ledger | null): Scheduler {
  return {
    ...methodsOf(scheduler),
    async open(id, signal, wish) {
      const ledger = current()
      if (ledger === null) return scheduler.open(id, signal, wish)
      const { key } = ledger.caller
      if (!isAllowed(scheduler, key, id)) {
        throw new TrivetError('model_forbidden', { model: id, key: key?.name ?? '' }, 'model')
      }
      ledger.wants(id)
      const open = await scheduler.open(id, AbortSignal.any([signal, ledger.signal]), wish).catch((thrown) => {
        ledger.signal.throwIfAborted()
        throw thrown
      })
      ledger.opened(open.id)
      return metered(open, ledger)
    },
  }
}

function metered(open: OpenModel, ledger: Ledger): OpenModel {
  return {
    ...open,
    run(tasks, signal): TaskStream {
      const stream = open.run(tasks, AbortSignal.any([signal, ledger.signal]))
      return { ...ledger.counted(tasks, stream), cancel: (task) => stream.cancel(task) }
    },
  }
}

/** Whatever it is called here and in the key, it is the model that counts. @param key `null`: none is asked for */
export function isAllowed(scheduler: Pick<Scheduler, 'model'>, key: ApiKey | null, model: string): boolean {
  if (key === null || key.models === null) return true
  const idOf = (name: string): string => {
    try {
      return scheduler.model(name).id
    } catch {
      return name
    }
  }
  const id = idOf(model)
  return key.models.some((name) => name === model || idOf(name) === id)
}
