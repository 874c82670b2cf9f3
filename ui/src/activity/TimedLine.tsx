import type { ReactNode } from 'react'

interface TimedLineProps {
  /** Seconds since the Unix epoch. */
  readonly timestamp: number
  readonly colour: string
  readonly children: ReactNode
}

/** Something that happened, and when. */
export function TimedLine({ timestamp, colour, children }: TimedLineProps) {
  const moment = new Date(timestamp * 1000)
  return (
    <li className="flex gap-3 px-4 py-2">
      <time className="shrink-0 text-muted tabular-nums" dateTime={moment.toISOString()}>
        {moment.toLocaleTimeString()}
      </time>
      <div className={`min-w-0 [overflow-wrap:anywhere] ${colour}`}>{children}</div>
    </li>
  )
}
