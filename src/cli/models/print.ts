import { byteSize, table } from '../table.ts'
import type { ToldModel } from './desk.ts'

export type ListFormat = 'table' | 'json' | 'csv'

/** The list in one of its formats. */
export function printedList(models: readonly ToldModel[], format: ListFormat): string {
  if (format === 'json') return JSON.stringify(models, null, 2)
  if (format === 'csv') return csv(models)
  if (models.length === 0) return 'There are no models here yet. `trivet pull <name>` gets one.'
  const rows = models.map((model) => [
    model.id,
    size(model),
    model.quantization ?? '',
    model.source ?? '',
    model.pinned ? `${model.state}, pinned` : model.state,
    model.aliases.join(', '),
  ])
  const reasons = models.flatMap(({ id, reason }) => (reason === null ? [] : [`${id}: ${reason}`]))
  const titles = ['MODEL', 'SIZE', 'QUANTIZATION', 'SOURCE', 'STATE', 'ALIASES']
  const shown = models.some(({ aliases }) => aliases.length > 0) ? titles.length : titles.length - 1
  const cut = (cells: readonly string[]) => cells.slice(0, shown)
  return [table(cut(titles), rows.map(cut)), ...reasons].join('\n')
}

/** Everything about one model that is known, a line each. */
export function printedModel(model: ToldModel): string {
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['model', model.id],
    ['aliases', model.aliases.join(', ')],
    ['state', model.state],
    ['reason', model.reason],
    ['source', model.source],
    ['path', model.path],
    ['size', size(model)],
    ['architecture', model.architecture],
    ['parameters', model.parameters],
    ['quantization', model.quantization],
    ['trained context', model.trained_context_length],
    ['capabilities', model.capabilities?.join(', ') ?? null],
    ['with it', model.attachments.join(', ')],
    ['pinned', model.pinned ? 'yes' : null],
  ]
  const told = facts.filter(([, value]) => value !== null && value !== '')
  const width = Math.max(...told.map(([name]) => name.length))
  return told.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

function size({ size_bytes: bytes }: ToldModel): string {
  return bytes === null ? '' : byteSize(bytes)
}

const COLUMNS = ['id', 'size_bytes', 'quantization', 'architecture', 'source', 'state', 'reason', 'aliases'] as const

/** RFC 4180, with line feeds. */
function csv(models: readonly ToldModel[]): string {
  const cell = (value: string | number | readonly string[] | null) => {
    const text = [value ?? ''].flat().join(' ')
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const rows = models.map((model) => COLUMNS.map((column) => cell(model[column])).join(','))
  return [COLUMNS.join(','), ...rows].join('\n')
}
