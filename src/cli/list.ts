import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { addListFlags, flagsOf } from './setting-flags.ts'

interface Listed {
  readonly id: string
  readonly state: string
  /** Why, when it failed. */
  readonly reason: string | null
  /** `null`: only the server knows. */
  readonly path: string | null
}

/** What the models endpoint says of each. */
type Served = Omit<Listed, 'path'>

/** `trivet list` */
export function define(command: Command): void {
  addListFlags(command).option('--json', 'print JSON')
  command.action(async (options: { json?: boolean }) => {
    const [{ settingsFor }, { baseUrl }] = await Promise.all([import('./settings.ts'), import('./base-url.ts')])
    const config = settingsFor(flagsOf(command))
    const url = baseUrl(config.host, config.port)
    const served = await servedAt(url)
    if (served === null) process.stderr.write(`No server answers at ${url}, so nothing is loaded.\n`)
    const models = merge(config, served ?? [])
    console.log(options.json ? JSON.stringify(models, null, 2) : await describe(models))
  })
}

/** Configured models in their order, then those that the server was given otherwise. */
function merge(config: Config, served: readonly Served[]): Listed[] {
  const configured = config.models.map(({ id, path }) => {
    const { state, reason } = served.find((model) => model.id === id) ?? { state: 'stopped', reason: null }
    return { id, state, reason, path }
  })
  const others = served.filter(({ id }) => config.models.every((model) => model.id !== id))
  return [...configured, ...others.map(({ id, state, reason }) => ({ id, state, reason, path: null }))]
}

/** `null` when nobody answers, or not as Trivet does. */
async function servedAt(url: string): Promise<readonly Served[] | null> {
  try {
    const response = await fetch(`${url}/v1/models`, { signal: AbortSignal.timeout(2_000) })
    const { data } = (await response.json()) as { data: readonly Served[] }
    return data.every((model) => typeof model.id === 'string' && typeof model.state === 'string') ? data : null
  } catch {
    return null
  }
}

async function describe(models: readonly Listed[]): Promise<string> {
  if (models.length === 0)
    return 'No models are configured. `trivet serve <path>` serves one; trivet.yaml keeps a list.'
  const { table } = await import('./table.ts')
  const rows = models.map(({ id, state, path }) => [id, state, path ?? ''])
  const reasons = models.flatMap(({ id, reason }) => (reason === null ? [] : [`${id}: ${reason}`]))
  return [table(['MODEL', 'STATE', 'PATH'], rows), ...reasons].join('\n')
}
