import type { Caller } from '../../core/caller.ts'
import { TrivetError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/key.ts'
import type { Catalogue, CatalogueChange } from '../../models/catalogue/catalogue.ts'
import { methodsOf } from '../../scheduler/methods-of.ts'
import type { OpenModel, Scheduler, TaskStream } from '../../scheduler/scheduler.ts'
import type { Ledger } from './ledger.ts'

/**
 * The same scheduler, which writes into the ledger of whoever opens a model what comes of it, and opens only what the
 * caller's key may use. Rejects with `model_forbidden` besides.
 * @param current the request that this code runs for; `null`: none
 * @param left tokens that the caller's key may still use, at any moment; `null`: no limit
 */
export function meteredScheduler(
  scheduler: Scheduler,
  current: () => Ledger | null,
  left: (caller: Caller) => Promise<(() => number) | null>,
): Scheduler {
  return {
    ...methodsOf(scheduler),
    models: () => allowedOf(scheduler.models(), scheduler, current()),
    model: (id) => shownOne(scheduler, current(), id, () => scheduler.model(id)),
    look: (id) => shownOne(scheduler, current(), id, () => scheduler.look(id)),
    onChange(listener) {
      const asking = current()
      return scheduler.onChange((status) => {
        if (isAllowed(scheduler, asking?.caller.key ?? null, status.id)) listener(status)
      })
    },
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
      ledger.allow(await left(ledger.caller))
      return metered(open, ledger)
    },
  }
}

/** The same models, of which one who asks with a key sees those that the key may use. */
export function meteredCatalogue(
  catalogue: Catalogue,
  scheduler: Pick<Scheduler, 'model'>,
  current: () => Ledger | null,
): Catalogue {
  const shown: Catalogue = Object.create(catalogue)
  return Object.assign(shown, {
    list: () => allowedOf(catalogue.list(), scheduler, current()),
    find: (name: string) => shownOne(scheduler, current(), name, () => catalogue.find(name)),
    look: async (name: string) => shownOne(scheduler, current(), name, () => catalogue.look(name)),
    onChange(listener: (change: CatalogueChange) => void) {
      const key = current()?.caller.key ?? null
      const shownOf = (ids: readonly string[]) => ids.filter((id) => isAllowed(scheduler, key, id))
      return catalogue.onChange(({ added, removed, changed }) =>
        listener({ added: shownOf(added), removed: shownOf(removed), changed: shownOf(changed) }),
      )
    },
  })
}

/** What is not in the lists is not there. Throws `model_not_found`. */
function shownOne<T>(scheduler: Pick<Scheduler, 'model'>, asking: Ledger | null, name: string, see: () => T): T {
  if (isAllowed(scheduler, asking?.caller.key ?? null, name)) return see()
  throw new TrivetError('model_not_found', { model: name }, 'model')
}

function allowedOf<Model extends { readonly id: string }>(
  models: readonly Model[],
  scheduler: Pick<Scheduler, 'model'>,
  asking: Ledger | null,
): readonly Model[] {
  const key = asking?.caller.key ?? null
  return key === null || key.models === null ? models : models.filter(({ id }) => isAllowed(scheduler, key, id))
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
