import type { UsageTotals } from '../api/activity.ts'
import { formatCount, formatDuration } from '../lib/format.ts'
import { Table } from '../ui/Table.tsx'

const HEADS = ['Model', 'Requests', 'Failed', 'Prompt', 'Cached', 'Answer', 'First token', 'Speed']

/** What each model was asked since the server began. */
export function UsageTable({ byModel }: { readonly byModel: Readonly<Record<string, UsageTotals>> }) {
  const rows = Object.entries(byModel)
  if (rows.length === 0) return <p className="text-muted text-sm">Nothing was asked yet.</p>
  return (
    <Table label="Usage by model" heads={HEADS}>
      {rows.map(([id, usage]) => (
        <tr key={id}>
          <th scope="row" className="px-4 py-2 text-left font-medium">
            {id}
          </th>
          {cellsOf(usage).map(([name, text]) => (
            <td key={name} className="whitespace-nowrap px-4 py-2">
              {text}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

function cellsOf(usage: UsageTotals): readonly (readonly [string, string])[] {
  const { average_time_to_first_token_ms: first, tokens_per_second: speed } = usage
  return [
    ['requests', formatCount(usage.requests)],
    ['failed', formatCount(usage.failed)],
    ['prompt', formatCount(usage.prompt_tokens)],
    ['cached', formatCount(usage.cached_tokens)],
    ['answer', formatCount(usage.completion_tokens)],
    ['first', first === null ? '' : formatDuration(first)],
    ['speed', speed === null ? '' : `${speed.toFixed(1)} tok/s`],
  ]
}
