import { homedir } from 'node:os'
import type { Config } from '../config/config.ts'
import type { Env } from '../config/paths.ts'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { type Converter, createConverter } from '../models/convert/converter.ts'
import { createLocalSources } from '../models/convert/local-sources.ts'
import { WORKER_ENTRY } from '../models/convert/worker/convert-in-worker.ts'
import type { Publisher } from '../models/own/publisher.ts'
import { foreignFolders } from '../models/sources/foreign.ts'
import { hostFacts, registryFor } from './compose.ts'
import { modelTrials } from './try-model.ts'

export interface ConverterOptions {
  readonly config: Config
  readonly publisher: Publisher
  readonly env: Env
  readonly clock: Clock
  /** Files of this machine may be named. */
  readonly diskAllowed: boolean
}

/** What makes models in Trivet's own store, by llama.cpp in child processes. */
export function openConverter({ config, publisher, env, clock, diskAllowed }: ConverterOptions): Converter {
  const driver = registryFor(config).driver('llama_cpp')
  const at = { env, home: env.HOME || homedir(), root: '/', readText: () => null }
  const sources = createLocalSources({ diskAllowed, hubs: foreignFolders('huggingface', at) })
  return createConverter(sources, {
    publisher,
    clock,
    env,
    threads: hostFacts().cores,
    workerEntry: WORKER_ENTRY,
    tryModel: modelTrials(driver),
    async quantize(order, signal, onProgress) {
      if (driver.quantize === undefined) {
        throw new TrivetError('quantize_failed', { input: order.input, reason: `${driver.id} does not quantize.` })
      }
      await driver.quantize(order, { signal, onProgress })
    },
  })
}
