import type { EngineWord } from '../api/requests.ts'
import { Scrolled } from '../ui/Scrolled.tsx'

/** What an engine said, piece by piece, each with its time after the request's arrival. */
export function EngineWords({ words }: { readonly words: readonly EngineWord[] }) {
  return (
    <Scrolled label="What the engine said" className="max-h-96">
      <table className="w-full text-xs tabular-nums">
        <thead className="text-left text-muted">
          <tr>
            {['After', 'Answer', 'What', ''].map((head) => (
              <th key={head} scope="col" className="px-4 py-2 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t font-mono">
          {words.map(({ ms, task, event: { type, ...rest } }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no name, and stay in order
            <tr key={index}>
              <td className="whitespace-nowrap px-4 py-1">{ms.toFixed(1)} ms</td>
              <td className="px-4 py-1">{task + 1}</td>
              <td className="whitespace-nowrap px-4 py-1">{String(type)}</td>
              <td className="px-4 py-1 [overflow-wrap:anywhere]">{saying(rest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

/** A text as it is, anything else as JSON. */
function saying(event: Readonly<Record<string, unknown>>): string {
  const { text } = event
  return typeof text === 'string' ? JSON.stringify(text) : JSON.stringify(event)
}
