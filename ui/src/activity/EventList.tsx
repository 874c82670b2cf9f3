import { followEvents } from '../api/activity.ts'
import { useFeed } from '../lib/use-feed.ts'
import { ErrorText } from '../ui/ErrorText.tsx'
import { TimedLine } from './TimedLine.tsx'

const MOST = 200

const COLOURS = { info: '', warning: 'text-accent', error: 'text-danger' } as const

/** What happens on the server, the latest first. */
export function EventList() {
  const { items, error } = useFeed('events', followEvents, MOST)
  return (
    <>
      <ErrorText text={error} />
      <ol className="flex flex-col divide-y divide-line rounded-xl border border-line text-sm empty:hidden">
        {items.map(({ id, timestamp, level, message }) => (
          <TimedLine key={id} timestamp={timestamp} colour={COLOURS[level]}>
            {message}
          </TimedLine>
        ))}
      </ol>
    </>
  )
}
