import { parseOpenVinoDevice } from '../../core/compute/openvino.ts'
import type { Layer } from '../layers.ts'
import { absolutePath, type Env } from '../paths.ts'
import type { ConfigSources } from '../read-settings.ts'
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

/** Read elsewhere, or about a runtime that is not here: nothing of them is a setting. */
const OTHERS = [
  'OV_LLM_API_KEY',
  'OV_LLM_MODEL',
  'OV_LLM_CACHE_DIR',
  'OV_LLM_MODELS_FILE',
  'OV_LLM_BENCHMARK_RESULTS',
  'OV_LLM_AUTO_CONVERT',
  'OV_LLM_DATA_DIR',
  'OV_LLM_DESKTOP',
  'OV_LLM_PORTABLE',
  'OV_LLM_PREPARATION_WATCHDOG_POLL_SECONDS',
]

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
  return [{ kind: 'environment', values, problems: refusals(env), warnings: wrongValues(sources), preload, name }]
}

/** InferBridge goes on without what it can't read, and says so. */
function wrongValues(sources: ConfigSources): readonly string[] {
  return Object.entries(VARIABLES).flatMap(([name, { read }]) => {
    const text = sources.env[name]
    return text && read(text, sources) === null
      ? [`${name}: ${JSON.stringify(text)} is no value for it, and passed over.`]
      : []
  })
}

/** Empty and off ask for nothing. */
function refusals(env: Env): readonly string[] {
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith('OV_LLM_') || name in VARIABLES || OTHERS.includes(name) || /_TIMEOUT_SECONDS$/.test(name)) {
      return []
    }
    const asks = env[name] && !/^(0|false|no|off)$/i.test(env[name] ?? '')
    return asks ? [`${name}: ${REFUSED[name] ?? 'there is no such setting'}.`] : []
  })
}
