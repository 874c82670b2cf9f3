import type { EngineWord } from '../api/requests.ts'
import { Table } from '../ui/Table.tsx'

const HEADS = ['After', 'Answer', 'What', 'With']

interface EngineWordsProps {
  readonly label: string
  readonly words: readonly EngineWord[]
}

/** What an engine said, piece by piece, each with its time after the request's arrival. */
export function EngineWords({ label, words }: EngineWordsProps) {
  return (
    <Table label={label} heads={HEADS} className="max-h-96">
      {words.map(({ ms, task, event: { type, ...rest } }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no name, and stay in order
        <tr key={index} className="align-top font-mono text-xs">
          <td className="whitespace-nowrap px-4 py-1">{ms.toFixed(1)} ms</td>
          <td className="px-4 py-1">{task + 1}</td>
          <td className="whitespace-nowrap px-4 py-1">{String(type)}</td>
          <td className="px-4 py-1">
            {/* On a phone the others leave it no room, and it would be written letter below letter. */}
            <div className="min-w-64 [overflow-wrap:anywhere]">{saying(rest)}</div>
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** A text as it is, anything else as JSON. */
function saying(event: Readonly<Record<string, unknown>>): string {
  const { text } = event
  return typeof text === 'string' ? JSON.stringify(text) : JSON.stringify(event)
}
