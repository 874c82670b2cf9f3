import { dirname } from 'node:path'
import { parse } from 'smol-toml'
import type { Layer } from '../layers.ts'
import { isToml, namedFile } from '../named-file.ts'
import { suggestion } from '../nearest.ts'
import { absolutePath } from '../paths.ts'
import type { ConfigSources } from '../sources.ts'
import { isTree, type Tree, withValue } from '../tree.ts'

const USUAL_FILE = '/etc/llamapi-server/config.toml'

/** A setting of ours by LlamaPi's name of it. */
type Names = Readonly<Record<string, readonly string[]>>

const SERVER: Names = {
  host: ['host'],
  port: ['port'],
  log_level: ['log_level'],
  request_queue_size: ['queue_capacity'],
}

const PARAMS: Names = {
  temperature: ['defaults', 'temperature'],
  top_p: ['defaults', 'top_p'],
  top_k: ['defaults', 'top_k'],
  repeat_penalty: ['defaults', 'repeat_penalty'],
  frequency_penalty: ['defaults', 'frequency_penalty'],
  presence_penalty: ['defaults', 'presence_penalty'],
  max_tokens: ['defaults', 'max_tokens'],
  max_context_len: ['context'],
  stop: ['defaults', 'stop'],
  enable_thinking: ['defaults', 'enable_thinking'],
}

const MODEL: Names = {
  model_id: ['id'],
  model_path: ['path'],
  instance_count: ['instances'],
  request_queue_size: ['queue_capacity'],
}

/** Tables of the file, with what their keys mean. */
const TABLES: Readonly<Record<string, Names>> = { server: SERVER, defaults: PARAMS }

/** What `llamapi-server` reads: the file that was named, or the one that its package installs. */
export function llamapiLayers(sources: ConfigSources): readonly Layer[] {
  const named = namedFile(sources)
  if (named !== null && !isToml(named)) return []
  const file = named?.path ?? USUAL_FILE
  const text = sources.readFile(file)
  if (text === null) return named === null ? [] : [layer(file, {}, [`${named.by}: there is no file ${file}.`])]
  return [read(file, text, sources)]
}

function read(file: string, text: string, { env }: ConfigSources): Layer {
  let document: Tree
  try {
    document = parse(text)
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    return layer(file, {}, [`${file}: this is not TOML: ${reason}.`])
  }
  const problems: string[] = []
  let values: Tree = {}

  /** Puts the settings of one table where ours are. */
  function take(table: unknown, names: Names, where: string, into: Tree): Tree {
    if (!isTree(table)) {
      problems.push(`${file}: ${where}: must be a table.`)
      return into
    }
    return Object.entries(table).reduce((tree, [key, value]) => {
      const path = names[key]
      if (path) return withValue(tree, path, value)
      problems.push(`${file}: ${where}.${key}: there is no such setting.${suggestion(key, Object.keys(names))}`)
      return tree
    }, into)
  }

  function takeModel(entry: unknown, index: number): Tree {
    const { default_params: params = {}, ...fields } = isTree(entry) ? entry : {}
    const where = `models.${index}`
    const model = take(params, PARAMS, `${where}.default_params`, take(fields, MODEL, where, { preload: true }))
    // A path that is none is left for the schema to refuse.
    if (typeof model.path !== 'string' || model.path === '') return model
    return { ...model, path: absolutePath(model.path, dirname(file), env) }
  }

  for (const [name, names] of Object.entries(TABLES)) {
    if (document[name] !== undefined) values = take(document[name], names, name, values)
  }
  const { models } = document
  if (Array.isArray(models)) values = { ...values, models: models.map(takeModel) }
  else if (models !== undefined) problems.push(`${file}: models: must be \`[[models]]\` tables.`)
  return layer(file, values, problems)
}

function layer(file: string, values: Tree, problems: readonly string[]): Layer {
  const name = (path: readonly PropertyKey[]) => (path.length === 0 ? file : `${file}: ${theirName(path).join('.')}`)
  return { kind: 'file', values, problems, name }
}

function theirName(path: readonly PropertyKey[]): readonly PropertyKey[] {
  if (path[0] === 'models') {
    const own = path.slice(2)
    const field = nameIn(MODEL, own)
    return [...path.slice(0, 2), ...(field ? [field] : under('default_params', own))]
  }
  const field = nameIn(SERVER, path)
  return field ? ['server', field] : under('defaults', path)
}

function under(table: string, path: readonly PropertyKey[]): readonly PropertyKey[] {
  const field = nameIn(PARAMS, path)
  return field ? [table, field] : path
}

function nameIn(names: Names, path: readonly PropertyKey[]): string | undefined {
  return Object.keys(names).find((key) => names[key]?.every((part, index) => path[index] === part))
}
