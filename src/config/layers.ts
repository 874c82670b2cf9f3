import { dirname } from 'node:path'
import { onDemand } from '../core/on-demand.ts'
import { SETTING_KEYS, type SettingKey } from './keys.ts'
import { parseModelSpec } from './model-spec.ts'
import { suggestion } from './nearest.ts'
import { absolutePath, type Env } from './paths.ts'
import { type Shape, settingsShape } from './schema.ts'
import { isTree, type Tree, withValue } from './tree.ts'

const yaml = onDemand<typeof import('yaml')>('yaml')

/** One place that settings come from. */
export interface Layer {
  /** In a `file` a model's own placement is over the common one; from elsewhere the common one is for every model. */
  readonly kind: 'flag' | 'environment' | 'file'
  readonly values: Tree
  /** What is wrong with the place itself, in sentences. */
  readonly problems: readonly string[]
  /** What is passed over there, and why, in sentences. */
  readonly warnings?: readonly string[]
  /** Names of models to load at the start, wherever they are set up. */
  readonly preload?: readonly string[]
  /** How the user would name a setting there: `--port`, `TRIVET_PORT`, `trivet.yaml: port`. */
  name(path: readonly PropertyKey[]): string
}

/** Flags as the command line gives them: text by flag name (`--port`), a switch as true, repeated flags as a list. */
export type Flags = Readonly<Record<string, string | true | readonly string[] | undefined>>

const PREFIX = 'TRIVET_'

/** Variables that steer the program without being settings. */
const RESERVED = ['TRIVET_HOME', 'TRIVET_CONFIG', 'TRIVET_API_KEY']

/** The one flag that is about a model rather than all of them: its `mmproj`, in a file. */
export const PROJECTOR_FLAG = '--mmproj'

export function flagLayer(flags: Flags, cwd: string, env: Env): Layer {
  let values: Tree = {}
  for (const { flag, path, shape } of SETTING_KEYS) {
    const given = flags[flag]
    if (given !== undefined) values = withValue(values, path, fromText(shape, given))
  }
  const name = (path: readonly PropertyKey[]) => keyAt(path)?.flag ?? path.join('.')
  const layer = (found: Tree, problems: string[]): Layer => {
    return { kind: 'flag', values: withAbsolutePaths(found, cwd, env), problems, name }
  }
  const mmproj = flags[PROJECTOR_FLAG]
  if (mmproj === undefined) return layer(values, [])
  const named = Array.isArray(values.models) ? values.models : []
  if (named.length === 1) return layer({ ...values, models: [{ ...named[0], mmproj }] }, [])
  const count = named.length === 0 ? 'no model is' : `${named.length} models are`
  return layer(values, [`${PROJECTOR_FLAG}: it is for the one model that is named beside it, and ${count}.`])
}

/** An empty variable counts as unset, as container tools write it. */
export function environmentLayer(env: Env, cwd: string): Layer {
  let values: Tree = {}
  const problems: string[] = []
  for (const [variable, given] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || RESERVED.includes(variable) || !given) continue
    const key = SETTING_KEYS.find((setting) => setting.env === variable)
    if (key) {
      values = withValue(values, key.path, fromText(key.shape, key.shape.type === 'array' ? given.split(',') : given))
    } else {
      const known = [...SETTING_KEYS.map((setting) => setting.env), ...RESERVED]
      problems.push(`${variable}: there is no such setting.${suggestion(variable, known, PREFIX)}`)
    }
  }
  const name = (path: readonly PropertyKey[]) => keyAt(path)?.env ?? path.join('.')
  return { kind: 'environment', values: withAbsolutePaths(values, cwd, env), problems, name }
}

/** Paths in a file are from the file's folder. */
export function fileLayer(file: string, text: string, env: Env): Layer {
  const name = (path: readonly PropertyKey[]) => (path.length === 0 ? file : `${file}: ${path.join('.')}`)
  const layer = (values: Tree, problems: string[]): Layer => ({ kind: 'file', values, problems, name })
  const { value, problem } = parseYaml(text)
  if (problem !== null) return layer({}, [`${file}: this is not YAML: ${problem}`])
  if (!isTree(value)) return layer({}, [`${file}: settings are \`key: value\` lines.`])
  return layer(withAbsolutePaths(value, dirname(file), env), [])
}

/** What the text says; of what is wrong with it, the first. An unknown tag is wrong, not a text of another type. */
function parseYaml(text: string): { readonly value: unknown; readonly problem: string | null } {
  const document = yaml().parseDocument(text, { logLevel: 'error' })
  const [flaw] = [...document.errors, ...document.warnings]
  if (flaw) return { value: null, problem: flaw.message.split('\n')[0] ?? '' }
  try {
    const value = document.toJS() ?? {}
    return holdsItself(value)
      ? { value: null, problem: 'an alias stands for what it lies in.' }
      : { value, problem: null }
  } catch (error) {
    // An alias of nothing, or aliases that multiply each other.
    return { value: null, problem: error instanceof Error ? `${error.message}.` : String(error) }
  }
}

/** An alias may name a list or group that it is a part of. */
function holdsItself(value: unknown, around: readonly unknown[] = []): boolean {
  if (typeof value !== 'object' || value === null) return false
  return around.includes(value) || Object.values(value).some((child) => holdsItself(child, [...around, value]))
}

/** An item of a list: a number, a text, a server by its URL, or a model, named as `path=id`. */
function fromItem(shape: Shape | undefined, text: string): unknown {
  if (shape?.properties?.url) return { url: text }
  return shape?.type === 'object' ? parseModelSpec(text) : fromText(shape ?? {}, text)
}

/** Text becomes a number or a switch only where one is wanted; what doesn't fit stays as it is, for the schema to refuse. */
function fromText(shape: Shape, given: string | true | readonly string[]): unknown {
  if (given === true) return given
  if (typeof given !== 'string') return given.map((text) => fromItem(shape.items, text))
  if (shape.type === 'boolean') return { true: true, false: false }[given.trim()] ?? given
  const wantsNumber = shape.type === 'integer' || shape.type === 'number'
  return wantsNumber && /^-?\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : given
}

function withAbsolutePaths(values: Tree, base: string, env: Env): Tree {
  const walk = (value: unknown, shape: Shape | undefined): unknown => {
    if (typeof value === 'string' && value !== '' && shape?.format === 'path' && value !== shape.keyword)
      return absolutePath(value, base, env)
    if (Array.isArray(value)) return value.map((item) => walk(item, shape?.items))
    if (!isTree(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, walk(child, shape?.properties?.[key])]))
  }
  return walk(values, settingsShape) as Tree
}

/** The setting that `path` is, or lies in. */
function keyAt(path: readonly PropertyKey[]): SettingKey | undefined {
  return SETTING_KEYS.find((key) => key.path.every((part, index) => path[index] === part))
}
