import { type BenchmarkRun, deleteBenchmark } from '../api/benchmarks.ts'
import { formatMany } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { IconButton } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'

interface RunRowProps {
  readonly run: BenchmarkRun
  readonly isChosen: boolean
  readonly onChoose: (on: boolean) => void
  readonly onDeleted: () => void
}

/** What was measured together, to be compared with others. */
export function RunRow({ run: { id, created_at, occasion, results, hardware }, ...props }: RunRowProps) {
  const { isChosen, onChoose, onDeleted } = props
  const { isBusy, error, run } = useAction()
  const models = [...new Set(results.map(({ model }) => model))].join(', ')
  const moment = new Date(created_at * 1000).toLocaleString()
  const remove = async () => {
    if (await run(() => deleteBenchmark(id))) onDeleted()
  }
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3">
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        <span className="min-w-0">
          <span className="font-medium [overflow-wrap:anywhere]">{models}</span>
          <span className="block text-muted text-xs tabular-nums">
            {moment} · {formatMany(results.length, 'figure')} · {hardware.cpu ?? formatMany(hardware.cores, 'core')}
            {occasion === 'first-load' && ' · by the server itself'}
          </span>
        </span>
      </label>
      <IconButton
        icon="trash"
        label={`Forget what was measured ${moment}`}
        disabled={isBusy}
        onClick={() => void remove()}
      />
      <ErrorText text={error} />
    </li>
  )
}
