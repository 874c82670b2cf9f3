import { TrivetError } from '../../core/errors.ts'
import { onlyLoaded } from '../../scheduler/only-loaded.ts'
import type { Scheduler } from '../../scheduler/scheduler.ts'
import type { Services } from '../services.ts'
import { knownModel } from './models/known.ts'

/**
 * The scheduler as InferBridge's clients have it: a model is named by its whole id, and answers only where it was
 * loaded. `model_not_found` is for what is in no catalogue; what could be fetched or loaded is `model_not_loaded`.
 */
export function strictScheduler(services: Services): Scheduler {
  const loaded = onlyLoaded(services.scheduler)
  const exact = async (name: string): Promise<string> => {
    const { id, status } = await knownModel(services, name)
    if (status === null) throw new TrivetError('model_not_loaded', { model: id }, 'model')
    return id
  }
  return {
    ...loaded,
    look: async (name) => loaded.look(await exact(name)),
    open: async (name, signal, wish) => loaded.open(await exact(name), signal, wish),
  }
}
