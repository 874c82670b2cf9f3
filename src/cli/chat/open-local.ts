import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import type { Flags } from '../../config/layers.ts'
import { TrivetError } from '../../core/errors.ts'
import { systemLogger } from '../../telemetry/logger.ts'
import { compose, hostFacts, registryFor } from '../compose.ts'
import { refuseImpossible } from '../refusals.ts'
import { settingsFor } from '../settings.ts'
import type { Answerer, AnswerWish } from './answerer.ts'
import { localAnswerer } from './local.ts'

/** Loads the model, a configured id or a path, into an engine of this process. Rejects as `Scheduler.open`. */
export async function openLocal(model: string, flags: Flags, wish: AnswerWish): Promise<Answerer> {
  const config = configFor(model, flags)
  await refuseImpossible(config, registryFor(config), hostFacts())
  const id = config.models[0]?.id ?? model
  // What matters is shown in the conversation; the log is for those who ask for it.
  const logger = systemLogger(flags['--log-level'] === undefined ? 'silent' : config.logLevel)
  const { scheduler } = await compose(config, logger)
  if (process.stderr.isTTY) process.stderr.write(`Loading ${id} …\n`)
  const answerer = localAnswerer(scheduler, id, wish)
  try {
    await scheduler.open(id, new AbortController().signal)
    return answerer
  } catch (error) {
    await answerer.close()
    throw error
  }
}

/** The settings with this model alone. */
function configFor(model: string, flags: Flags): Config {
  const config = settingsFor(flags)
  const configured = config.models.find(({ id }) => id === model)
  if (configured) return { ...config, models: [configured] }
  if (existsSync(model)) return settingsFor({ ...flags, '--model': [`${model}=`] })
  const reason = `\`${model}\` is neither a configured model nor a file. \`trivet list\` shows the configured ones.`
  throw new TrivetError('invalid_config', { reason })
}
