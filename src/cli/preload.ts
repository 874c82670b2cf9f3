import type { Config } from '../config/config.ts'
import { asTrivetError } from '../core/errors.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import type { Logger } from '../telemetry/logger.ts'

/**
 * A server of one configured model loads it when it starts; of several, each when it is asked for, unless they are
 * said to be loaded, or clients of this contract ask only for what is.
 */
export function idsToLoad({ models, contract, preload }: Pick<Config, 'models' | 'contract' | 'preload'>): string[] {
  const usually = models.length === 1 || contract === 'llamapi'
  const chosen = models.filter((model) => model.preload ?? usually).map(({ id }) => id)
  return [...new Set([...chosen, ...preload])]
}

/** Whether a model answers only once a client has loaded it. */
export function toLoadFirst(config: Pick<Config, 'models' | 'contract' | 'preload'>): (model: string) => boolean {
  const loaded = idsToLoad(config)
  return (model) => config.contract === 'inferbridge' && !loaded.includes(model)
}

/** In this order, each whatever became of those before it. */
export async function preload(ids: readonly string[], scheduler: Scheduler, logger: Logger): Promise<void> {
  for (const id of ids) {
    try {
      await scheduler.open(id, new AbortController().signal)
    } catch (error) {
      logger.error({ model: id, reason: asTrivetError(error).message }, 'serving without the model')
    }
  }
}
