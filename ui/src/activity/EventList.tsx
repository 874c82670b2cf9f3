import { useEffect, useState } from 'react'
import { followEvents, type ServerEvent } from '../api/activity.ts'
import { wordsOf } from '../lib/words.ts'
import { ErrorText } from '../ui/ErrorText.tsx'

const MOST = 200

const COLOURS = { info: 'text-muted', warning: 'text-accent', error: 'text-danger' } as const

/** What happens on the server, the latest first. */
export function EventList() {
  const [events, setEvents] = useState<readonly ServerEvent[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    const follow = async () => {
      for await (const event of followEvents(asking.signal)) {
        setEvents((before) => [event, ...before.filter(({ id }) => id !== event.id)].slice(0, MOST))
      }
    }
    follow().catch((error: unknown) => !asking.signal.aborted && setProblem(wordsOf(error)))
    return () => asking.abort()
  }, [])
  return (
    <>
      <ErrorText text={problem} />
      <ol className="flex flex-col divide-y divide-line rounded-xl border border-line text-sm empty:hidden">
        {events.map(({ id, timestamp, level, message }) => (
          <li key={id} className="flex gap-3 px-4 py-2">
            <time className="shrink-0 text-muted tabular-nums" dateTime={new Date(timestamp * 1000).toISOString()}>
              {new Date(timestamp * 1000).toLocaleTimeString()}
            </time>
            <span className={`min-w-0 [overflow-wrap:anywhere] ${level === 'info' ? '' : COLOURS[level]}`}>
              {message}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
