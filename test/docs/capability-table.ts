import { encodeSupport } from '../../src/api/models/support.ts'
import type { Capabilities } from '../../src/core/capability.ts'

/** An engine, or a kind of server behind it, and what it does with each parameter. */
export interface Column {
  readonly name: string
  readonly parameters: Capabilities['parameters']
}

/** What each engine does with each field of a request, as a Markdown table. */
export function capabilityTable(columns: readonly Column[]): string {
  const told = columns.map(({ parameters }) => encodeSupport(parameters))
  const fields = Object.keys(told[0] ?? {})
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['field', ...columns.map(({ name }) => name)]),
    row(['---', ...columns.map(() => '---')]),
    ...fields.map((field) => row([`\`${field}\``, ...told.map((support) => support[field] ?? '')])),
    '',
  ].join('\n')
}
