import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { bytesOf, isFile, namesIn } from '../../../core/look.ts'
import { readJson } from '../../text/tokenizer.ts'

const CONFIG = 'genie_config.json'

/** GenieX's description of a model in its store. */
export const MANIFEST = 'geniex.json'

/**
 * What AI Hub gives for one chip: Genie's settings, graphs compiled for it, and the tokenizer, in one folder. Those for
 * GenieX alone have its description in place of the settings.
 */
export interface Bundle {
  readonly folder: string
  readonly sizeBytes: number
}

/** Of a bundle's folder, or of its settings' file. `null`: it is neither. */
export function bundleAt(path: string): Bundle | null {
  const folder = basename(path) === CONFIG || basename(path) === MANIFEST ? dirname(path) : path
  if (isFile(join(folder, CONFIG))) return { folder, sizeBytes: bytesOf(graphsOf(folder)) }
  if (readable(folder, MANIFEST).PluginId !== 'qairt') return null
  const graphs = namesIn(folder).filter((name) => name.endsWith('.bin'))
  return { folder, sizeBytes: bytesOf(graphs.map((name) => join(folder, name))) }
}

/** Tokens that a bundle was compiled for, as its settings say; `null`: they don't. */
export function contextOf(path: string): number | null {
  const folder = bundleAt(path)?.folder ?? path
  const { size } = member(member(readable(folder, CONFIG), 'dialog'), 'context')
  return typeof size === 'number' && size > 0 ? size : null
}

/** Genie's settings as it is given them: its files by their full paths, wherever whoever wrote them had them. */
export interface GenieSettings {
  readonly json: string
  /** Tokens it was compiled for, which no load changes. */
  readonly contextTokens: number
  /** Of the sampler; empty: none is said. */
  readonly sampler: Readonly<Record<string, unknown>>
}

/** Of settings that say nothing of it. */
const USUAL_CONTEXT = 4096

/** Throws an Error in words for settings that are broken, or name a file that isn't there. */
export function genieSettings(folder: string): GenieSettings {
  const config = readJson(join(folder, CONFIG))
  if (config === null) throw new Error(`it has no ${CONFIG}: GenieX alone runs it, which qairt.server_path names.`)
  const dialog = member(config, 'dialog')
  const missing = graphsOf(folder).find((file) => !existsSync(file))
  if (missing !== undefined) throw new Error(`its settings name ${basename(missing)}, which is not in ${folder}.`)
  return {
    json: JSON.stringify(located(config, folder)),
    contextTokens: contextOf(folder) ?? USUAL_CONTEXT,
    sampler: member(dialog, 'sampler'),
  }
}

type Json = Readonly<Record<string, unknown>>

function member(value: Json, name: string): Json {
  const inside = value[name]
  return typeof inside === 'object' && inside !== null ? (inside as Json) : {}
}

function graphsOf(folder: string): readonly string[] {
  const dialog = member(readable(folder, CONFIG), 'dialog')
  const bins = member(member(member(dialog, 'engine'), 'model'), 'binary')['ctx-bins']
  return Array.isArray(bins) ? bins.map((name) => join(folder, nameOf(String(name)))) : []
}

/** Broken files are told of when the model is loaded. */
function readable(folder: string, file: string): Json {
  try {
    return readJson(join(folder, file)) ?? {}
  } catch {
    return {}
  }
}

/** Every text that names a file of the folder, by its last part, becomes that file's path. */
function located(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((one) => located(one, folder))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, located(one, folder)]))
  }
  if (typeof value !== 'string' || !/\.\w+$/.test(value)) return value
  const file = join(folder, nameOf(value))
  return existsSync(file) ? file : value
}

/** Settings come from Windows, too. */
function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
