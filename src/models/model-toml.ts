import { join } from 'node:path'
import { parse } from 'smol-toml'
import { textOf } from '../core/open-file.ts'

/** What LlamaPi's description of a model says, as far as it is understood. */
export interface ModelToml {
  /** Such as `rkllm`; `null`: it doesn't say. */
  readonly platform: string | null
  /** Fields of requests, as clients write them, that stand for those they leave out. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** Tokens one request may span; `null`: it doesn't say. */
  readonly contextTokens: number | null
}

export const MODEL_TOML = 'model.toml'

const number = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
const texts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string')
const whole = (value: unknown) => Number.isInteger(value)

const DEFAULTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  temperature: number,
  top_p: number,
  top_k: whole,
  repeat_penalty: number,
  frequency_penalty: number,
  presence_penalty: number,
  max_tokens: (value) => whole(value) && Number(value) > 0,
  stop: texts,
  enable_thinking: (value) => typeof value === 'boolean',
}

type Table = Readonly<Record<string, unknown>>

/**
 * Its fields are nowhere published, so they are looked for by the names that LlamaPi's API gives them, in whatever
 * table; what is of another type is not meant. Throws where it is no TOML.
 */
export function readModelToml(text: string): ModelToml {
  const tables = tablesOf(parse(text))
  const find = (name: string, fits: (value: unknown) => boolean) =>
    tables.map((table) => table[name]).find((value) => value !== undefined && fits(value))
  const platform = find('platform', (value) => typeof value === 'string' && value !== '')
  const context = find('max_context_len', (value) => whole(value) && Number(value) > 0)
  const found = Object.entries(DEFAULTS).map(([name, fits]) => [name, find(name, fits)] as const)
  return {
    platform: platform === undefined ? null : String(platform),
    defaults: Object.fromEntries(found.filter(([, value]) => value !== undefined)),
    contextTokens: context === undefined ? null : Number(context),
  }
}

/** Of the model in this folder; `null`: there is none, or it can't be read. */
export function modelTomlIn(folder: string): ModelToml | null {
  const text = textOf(join(folder, MODEL_TOML))
  if (text === null) return null
  try {
    return readModelToml(text)
  } catch {
    return null
  }
}

/** The outer table first. */
function tablesOf(table: Table): readonly Table[] {
  const inner = Object.values(table).filter(isTable)
  return [table, ...inner.flatMap(tablesOf)]
}

/** Dates are objects too. */
function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
