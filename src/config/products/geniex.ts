import type { Layer } from '../layers.ts'
import type { ConfigSources } from '../sources.ts'
import { type Tree, withValue } from '../tree.ts'

/** A variable of GenieX's, and what it says in our settings. */
interface Variable {
  readonly name: string
  /** With the part of the text that a value comes from, where it isn't all of it. */
  read(text: string): readonly (readonly [path: string, value: unknown, part?: string])[]
}

const LEVELS: Readonly<Record<string, string>> = { none: 'silent' }

const VARIABLES: readonly Variable[] = [
  { name: 'GENIEX_HOST', read: readHost },
  { name: 'GENIEX_ORIGINS', read: (text) => [['cors_origins', text.split(',').map((origin) => origin.trim())]] },
  // There a negative time is none at all, here it is for good.
  { name: 'GENIEX_KEEPALIVE', read: (text) => [['keep_alive', atLeast(0, number(text))]] },
  { name: 'GENIEX_NCTX', read: (text) => (number(text) === 0 ? [] : [['context', number(text)]]) },
  { name: 'GENIEX_NGL', read: (text) => [['gpu_layers', atLeast(-1, number(text))]] },
  { name: 'GENIEX_COMPUTE', read: (text) => [['compute', text]] },
  { name: 'GENIEX_LOG', read: (text) => [['log_level', LEVELS[text.toLowerCase()] ?? text.toLowerCase()]] },
]

/** What `geniex serve` reads of its environment. An empty variable counts as unset. */
export function geniexLayers({ env }: ConfigSources): readonly Layer[] {
  const names = new Map<string, string>()
  let values: Tree = {}
  for (const { name, read } of VARIABLES) {
    for (const [path, value, part] of env[name] ? read(env[name].trim()) : []) {
      names.set(path, part === undefined ? name : `${name} (${part})`)
      values = withValue(values, [path], value)
    }
  }
  const name = (path: readonly PropertyKey[]) => names.get(String(path[0])) ?? path.join('.')
  return [{ kind: 'environment', values, problems: [], name }]
}

/** `host:port`, either of which may be left out; an IPv6 address is in brackets. */
function readHost(text: string): readonly (readonly [string, unknown, string])[] {
  const { host = '', port } = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>.*))?$/.exec(text)?.groups ?? { host: text }
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return [
    ...(address ? [['host', address, 'host'] as const] : []),
    ...(port ? [['port', number(port), 'port'] as const] : []),
  ]
}

/** What is no number stays as it is, for the schema to refuse. */
function number(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text
}

function atLeast(limit: number, value: number | string): number | string {
  return typeof value === 'number' ? Math.max(limit, value) : value
}
