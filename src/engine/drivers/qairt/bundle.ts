import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { bytesOf, isFile } from '../../../core/look.ts'
import { readJson } from '../../text/tokenizer.ts'

export const CONFIG = 'genie_config.json'

/** What AI Hub gives for one chip: Genie's settings, graphs compiled for it, and the tokenizer, in one folder. */
export interface Bundle {
  readonly folder: string
  readonly sizeBytes: number
}

/** Of a bundle's folder, or of its settings' file. `null`: it is neither. */
export function bundleAt(path: string): Bundle | null {
  const folder = basename(path) === CONFIG ? dirname(path) : path
  return isFile(join(folder, CONFIG)) ? { folder, sizeBytes: bytesOf(graphsOf(folder)) } : null
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
  const config = readJson(join(folder, CONFIG)) ?? {}
  const dialog = member(config, 'dialog')
  const size = member(dialog, 'context').size
  const missing = graphsOf(folder).find((file) => !existsSync(file))
  if (missing !== undefined) throw new Error(`its settings name ${basename(missing)}, which is not in ${folder}.`)
  return {
    json: JSON.stringify(located(config, folder)),
    contextTokens: typeof size === 'number' && size > 0 ? size : USUAL_CONTEXT,
    sampler: member(dialog, 'sampler'),
  }
}

type Json = Readonly<Record<string, unknown>>

function member(value: Json, name: string): Json {
  const inside = value[name]
  return typeof inside === 'object' && inside !== null ? (inside as Json) : {}
}

function graphsOf(folder: string): readonly string[] {
  const dialog = member(readable(folder), 'dialog')
  const bins = member(member(member(dialog, 'engine'), 'model'), 'binary')['ctx-bins']
  return Array.isArray(bins) ? bins.map((name) => join(folder, nameOf(String(name)))) : []
}

/** Broken settings are told of when the model is loaded. */
function readable(folder: string): Json {
  try {
    return readJson(join(folder, CONFIG)) ?? {}
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
