import { formatCount } from '../lib/format.ts'
import type { Budget } from './use-budget.ts'

/** How much of the model's context the conversation takes, with what is being written. */
export function ContextBar({ budget }: { readonly budget: Budget | null }) {
  if (budget === null) return null
  const { used, limit, dropped, fits } = budget
  const share = Math.min(1, used / limit)
  const isFull = dropped.size > 0 || !fits
  return (
    <div className="flex min-w-0 items-center gap-2 text-muted text-xs tabular-nums">
      <meter aria-label="Context" className="sr-only" max={limit} value={Math.min(used, limit)} />
      <div aria-hidden="true" className="h-1.5 w-16 shrink-0 overflow-hidden rounded-full bg-hover">
        <div
          className={`h-full rounded-full ${isFull ? 'bg-danger' : share > 0.75 ? 'bg-accent' : 'bg-line-strong'}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <span className="truncate" title="Tokens of the conversation, of those that the model can keep in mind">
        {formatCount(used)} of {formatCount(limit)} tokens
        {isFull && ` · ${fits ? `${turnsText(dropped.size)} left out` : 'too long to be answered'}`}
      </span>
    </div>
  )
}

function turnsText(count: number): string {
  return count === 1 ? 'the oldest turn is' : `the ${count} oldest turns are`
}
