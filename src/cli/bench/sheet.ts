import { table } from '../table.ts'
import type { OutputForm } from './flags.ts'

/** Figures for people, and the same as data. */
export interface Sheet {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What JSON has instead. */
  readonly data: unknown
}

/** A sheet as text, without a line break at its end. */
export function printSheet({ headings, rows, data }: Sheet, form: OutputForm): string {
  if (form === 'json') return JSON.stringify(data, null, 2)
  if (form === 'csv') return [headings, ...rows].map((line) => line.map(csvCell).join(',')).join('\n')
  if (form === 'table') return table(headings, rows)
  return [headings, headings.map(() => '---'), ...rows]
    .map((line) => `| ${line.map(markdownCell).join(' | ')} |`)
    .join('\n')
}

/** RFC 4180. */
function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function markdownCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
