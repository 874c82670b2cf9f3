import type { BenchmarkResult, BenchmarkRun, Spread } from '../api/benchmarks.ts'
import { formatDuration } from '../lib/format.ts'
import { Table } from '../ui/Table.tsx'

const HEADS = ['Model', 'Prompt', 'At once', 'First token', 'Prompt speed', 'Each', 'Together', 'Gap p50 / p95']

/** Medians of what was measured, with the least and the most. */
export function ResultTable({ runs }: { readonly runs: readonly BenchmarkRun[] }) {
  const rows = runs.flatMap(({ id, results }) => results.map((result, at) => ({ key: `${id} ${at}`, result })))
  return (
    <Table label="Figures" heads={HEADS}>
      {rows.map(({ key, result }) => (
        <tr key={key}>
          <th scope="row" className="px-4 py-2 text-left font-medium">
            {result.model}
            <span className="block font-normal text-muted text-xs">{result.device}</span>
          </th>
          <Figures result={result} />
        </tr>
      ))}
    </Table>
  )
}

function Figures({ result: { measure, error, concurrency } }: { readonly result: BenchmarkResult }) {
  if (measure === null) {
    return (
      <td colSpan={HEADS.length - 1} className="px-4 py-2 text-danger">
        {error}
      </td>
    )
  }
  return (
    <>
      <td className="px-4 py-2">{measure.prompt_tokens}</td>
      <td className="px-4 py-2">{concurrency}</td>
      <Figure spread={measure.ttft_ms} format={formatDuration} />
      <Figure spread={measure.prefill_tokens_per_second} format={speed} />
      <Figure spread={measure.decode_tokens_per_second} format={speed} />
      <Figure spread={measure.together_tokens_per_second} format={speed} />
      <td className="whitespace-nowrap px-4 py-2">
        {measure.inter_token_ms.p50.toFixed(1)} / {measure.inter_token_ms.p95.toFixed(1)} ms
      </td>
    </>
  )
}

/** Nothing of what was too short to tell, which is 0. */
function Figure({ spread, format }: { readonly spread: Spread; readonly format: (value: number) => string }) {
  if (spread.median === 0) return <td className="px-4 py-2">–</td>
  return (
    <td className="whitespace-nowrap px-4 py-2">
      {format(spread.median)}
      <span className="block text-muted text-xs">
        {format(spread.min)} – {format(spread.max)}
      </span>
    </td>
  )
}

function speed(tokensPerSecond: number): string {
  return `${tokensPerSecond.toFixed(tokensPerSecond < 100 ? 1 : 0)} tok/s`
}
