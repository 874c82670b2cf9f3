import { TrivetError } from '../core/errors.ts'
import { FOREIGN_STORES } from '../core/model-stores.ts'
import { CONTRACTS, type ContractId, USUAL_ORIGINS, USUAL_PORTS, USUAL_QUEUES } from '../core/products.ts'
import { environmentLayer, fileLayer, flagLayer, type Layer } from './layers.ts'
import { isToml, namedFile, usualFiles } from './named-file.ts'
import { problemsOf } from './problems.ts'
import { PRODUCT_LAYERS } from './products/layers.ts'
import { type Settings, settingsSchema } from './schema.ts'
import type { ConfigSources } from './sources.ts'
import { overlay, type Tree, valueAt } from './tree.ts'

/** Settings with those decided that follow from others when nobody says them. */
export interface DecidedSettings extends Settings {
  readonly port: number
  readonly cors_origins: NonNullable<Settings['cors_origins']>
  readonly queue_capacity: number
  readonly model_stores: NonNullable<Settings['model_stores']>
}

/** Every setting as a file would have it, and where each comes from. */
export interface ReadSettings {
  readonly settings: DecidedSettings
  /** In falling precedence. */
  readonly layers: readonly Layer[]
  /** What is wrong with the places that they come from, in sentences. */
  readonly problems: readonly string[]
}

/** Throws `invalid_config` for settings that are none. */
export function readSettings(sources: ConfigSources): ReadSettings {
  const [flags, environment] = [
    flagLayer(sources.flags, sources.cwd, sources.env),
    environmentLayer(sources.env, sources.cwd),
  ]
  const files = fileLayers(sources)
  const contract = contractOf([flags, environment, ...files])
  const layers = [flags, environment, ...PRODUCT_LAYERS[contract](sources), ...files]
  const values = layers.reduceRight<Tree>((under, layer) => overlay(under, layer.values), {})
  const parsed = settingsSchema.safeParse(values)
  const problems = [...misreadToml(sources, contract), ...layers.flatMap((layer) => layer.problems)]
  if (!parsed.success) throw invalid([...problems, ...problemsOf(parsed.error.issues, layers)])
  return { settings: decided(parsed.data), layers, problems }
}

/** Throws `invalid_config` with all of the problems, if there are any. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw invalid(problems)
}

/** Whoever names the models means those, and no store's; whoever names none means what there is. */
function decided(settings: Settings): DecidedSettings {
  const { port, contract, cors_origins, queue_capacity, model_stores, models } = settings
  return {
    ...settings,
    port: port ?? USUAL_PORTS[contract],
    cors_origins: cors_origins ?? [...USUAL_ORIGINS[contract]],
    queue_capacity: queue_capacity ?? USUAL_QUEUES[contract],
    model_stores: model_stores ?? (models.length === 0 ? [...FOREIGN_STORES] : []),
  }
}

/** Whose server this is to be; what is no contract is complained of with everything else. */
function contractOf(layers: readonly Layer[]): ContractId {
  const values = layers.map((layer) => valueAt(layer.values, ['contract']))
  const wish = values.find((value) => value !== undefined)
  return CONTRACTS.find((contract) => contract === wish) ?? 'unified'
}

function fileLayers(sources: ConfigSources): Layer[] {
  const { env, readFile } = sources
  const named = namedFile(sources)
  if (named !== null) {
    if (isToml(named)) return []
    const text = readFile(named.path)
    if (text === null) throw invalid([`${named.by}: there is no file ${named.path}.`])
    return [fileLayer(named.path, text, env)]
  }
  for (const path of usualFiles(sources)) {
    const text = readFile(path)
    if (text !== null) return [fileLayer(path, text, env)]
  }
  return []
}

/** Only the server that wrote it such a file is for. */
function misreadToml(sources: ConfigSources, contract: ContractId): string[] {
  const named = namedFile(sources)
  if (named === null || !isToml(named) || contract === 'llamapi') return []
  return [`${named.by}: ${named.path} is in the format of LlamaPi's server, which only \`--contract llamapi\` reads.`]
}

function invalid(problems: readonly string[]): TrivetError {
  return new TrivetError('invalid_config', { reason: problems.join('\n') })
}
