import { table } from '../table.ts'
import type { OutputForm } from './flags.ts'

/** Named columns. */
export interface Columns {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Figures for people, and the same as data. */
export interface Sheet extends Columns {
  /** What JSON has instead. */
  readonly data: unknown
  /** What CSV has instead: figures as they are. Default: those for people. */
  readonly raw?: Columns
  /** Why there are no rows, in a sentence. */
  readonly note?: string
}

/** A sheet as text, without a line break at its end. */
export function printSheet({ headings, rows, data, raw = { headings, rows }, note }: Sheet, form: OutputForm): string {
  if (form === 'json') return JSON.stringify(data, null, 2)
  if (form === 'csv') return [raw.headings, ...raw.rows].map((line) => line.map(csvCell).join(',')).join('\n')
  if (note !== undefined) return note
  if (form === 'table') return table(headings, rows)
  return [headings, headings.map(() => '---'), ...rows]
    .map((line) => `| ${line.map(markdownCell).join(' | ')} |`)
    .join('\n')
}

/** A figure to the thousandth, for programs; nothing where there is none. */
export function rawCell(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(Math.round(value * 1000) / 1000)
}

/** RFC 4180. */
function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function markdownCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
