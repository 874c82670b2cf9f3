import { parseOpenVinoDevice } from '../../core/compute/openvino.ts'
import type { Layer } from '../layers.ts'
import { absolutePath, type Env } from '../paths.ts'
import type { ConfigSources } from '../sources.ts'
import { type Tree, withValue } from '../tree.ts'

/** What one of InferBridge's variables says of a setting of ours; `null`: it says nothing that could be meant. */
interface Variable {
  readonly path: readonly string[]
  read(text: string, sources: Pick<ConfigSources, 'cwd' | 'env'>): unknown
}

const MIB = 1024 * 1024
/** InferBridge's own, where nothing is set. */
const USUAL_BODY_MIB = 40

const count = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null)

const VARIABLES: Readonly<Record<string, Variable>> = {
  OV_LLM_HOST: { path: ['host'], read: (text) => text },
  OV_LLM_PORT: { path: ['port'], read: count },
  OV_LLM_DEVICE: { path: ['compute'], read: (text) => (parseOpenVinoDevice(text) === null ? null : text.trim()) },
  OV_LLM_MODELS_DIR: { path: ['model_folders'], read: (text, { cwd, env }) => [absolutePath(text, cwd, env)] },
  OV_LLM_CORS_ORIGINS: {
    path: ['cors_origins'],
    read: (text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
  },
  OV_LLM_RATE_LIMIT: { path: ['rate_limit', 'address_requests'], read: count },
  OV_LLM_MAX_REQUEST_BODY_MB: {
    path: ['body_limit'],
    read: (text) => (count(text) === null ? null : Number(text) * MIB),
  },
}

/** Read elsewhere. */
const ELSEWHERE = ['OV_LLM_API_KEY', 'OV_LLM_MODEL']

/** What nothing here follows, and why. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  OV_LLM_CACHE_DIR: 'nothing is compiled here',
  OV_LLM_MODELS_FILE: 'POST /v1/model-library/import-definitions reads such a file',
  OV_LLM_BENCHMARK_RESULTS: "benchmarks are kept in Trivet's database",
  OV_LLM_AUTO_CONVERT: 'POST /v1/models/convert fetches a model and loads it after',
  OV_LLM_DATA_DIR: 'TRIVET_HOME says where data is kept',
  OV_LLM_DESKTOP: 'there is no desktop program',
  OV_LLM_PORTABLE: 'TRIVET_HOME says where data is kept',
  OV_LLM_PREPARATION_WATCHDOG_POLL_SECONDS: 'engines are watched by their heartbeats',
}

const WATCHDOG = /^OV_LLM_\w+_TIMEOUT_SECONDS$/

function effectOf(name: string): string | undefined {
  return WATCHDOG.test(name) ? 'engines are watched by their heartbeats' : WITHOUT_EFFECT[name]
}

/** What cannot be meant without an effect that is missing here. */
const REFUSED: Readonly<Record<string, string>> = {
  OV_LLM_MOCK: 'there is no mock mode; `trivet serve` with a scripted model is the test server',
}

/** InferBridge's environment, and its limit of a body. */
export function inferbridgeLayers(sources: ConfigSources): readonly Layer[] {
  const { env } = sources
  let values: Tree = withValue({}, ['body_limit'], USUAL_BODY_MIB * MIB)
  for (const [name, { path, read }] of Object.entries(VARIABLES)) {
    const text = env[name]
    const value = text ? read(text, sources) : null
    if (value !== null) values = withValue(values, path, value)
  }
  const name = (path: readonly PropertyKey[]) =>
    Object.entries(VARIABLES).find(([, { path: known }]) => known.every((part, index) => path[index] === part))?.[0] ??
    path.join('.')
  const preload = env.OV_LLM_MODEL ? [env.OV_LLM_MODEL.trim()] : []
  return [{ kind: 'environment', values, problems: refusals(env), warnings: passedOver(sources), preload, name }]
}

/** InferBridge goes on without what it can't read, and says so; so it is with what is followed by nothing here. */
function passedOver(sources: ConfigSources): readonly string[] {
  const { env } = sources
  const wrong = Object.entries(VARIABLES).flatMap(([name, { read }]) => {
    const text = env[name]
    return text && read(text, sources) === null
      ? [`${name}: ${JSON.stringify(text)} is no value for it, and passed over.`]
      : []
  })
  const vain = Object.keys(env).flatMap((name) => {
    const why = effectOf(name)
    return why !== undefined && asks(env[name]) ? [`${name} has no effect: ${why}.`] : []
  })
  return [...wrong, ...vain]
}

/** Empty and off ask for nothing. */
function asks(text: string | undefined): boolean {
  return Boolean(text) && !/^(0|false|no|off)$/i.test(text ?? '')
}

function refusals(env: Env): readonly string[] {
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith('OV_LLM_') || name in VARIABLES || ELSEWHERE.includes(name)) return []
    const known = effectOf(name) !== undefined
    return !known && asks(env[name]) ? [`${name}: ${REFUSED[name] ?? 'there is no such setting'}.`] : []
  })
}
