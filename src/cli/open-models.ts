import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { dataHome, type Env } from '../config/paths.ts'
import type { Clock } from '../core/clock.ts'
import { textOf } from '../core/open-file.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { openCatalogue } from '../models/catalogue/open.ts'
import type { Publisher } from '../models/own/publisher.ts'
import { foreignSources } from '../models/sources/foreign.ts'

export interface ModelsOptions {
  readonly config: Config
  readonly env: Env
  readonly clock: Clock
  inUse(id: string): boolean
  report(problem: string): void
}

/** The models of this machine, as far as the settings want them looked for. */
export function openModels({ config, env, ...options }: ModelsOptions): Promise<Catalogue & Publisher> {
  const surroundings = { env, home: env.HOME || homedir(), root: '/', readText: textOf }
  return openCatalogue({
    ...options,
    root: modelsHome(env),
    configured: config.models,
    folders: config.modelFolders,
    foreign: foreignSources(config.modelStores, surroundings),
  })
}

/** Trivet's own store. */
export function modelsHome(env: Env): string {
  return join(dataHome(env), 'models')
}
