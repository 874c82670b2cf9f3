import { useState } from 'react'
import { followLog, LOG_LEVELS, type LogEvent, type LogLevel } from '../api/logs.ts'
import { useFeed } from '../lib/use-feed.ts'
import { ErrorText } from '../ui/ErrorText.tsx'
import { INPUT } from '../ui/Field.tsx'
import { Page } from '../ui/Page.tsx'
import { ActivityTabs } from './ActivityTabs.tsx'
import { TimedLine } from './TimedLine.tsx'

const MOST = 500

const COLOURS: Readonly<Record<string, string>> = { warn: 'text-accent', error: 'text-danger', fatal: 'text-danger' }

/** The server's log as it is written, the latest first. */
export function LogPage() {
  const [level, setLevel] = useState<LogLevel>('info')
  const { items, error } = useFeed(level, (signal) => followLog(level, signal), MOST)
  return (
    <Page title="Activity">
      <ActivityTabs />
      <label className="flex items-center gap-2 text-sm">
        From level
        <select
          className={`${INPUT} max-w-32`}
          value={level}
          onChange={({ target }) => setLevel(LOG_LEVELS.find((name) => name === target.value) ?? 'info')}
        >
          {LOG_LEVELS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <ErrorText text={error} />
      <ol
        aria-label="Log"
        className="flex flex-col divide-y divide-line rounded-xl border border-line text-sm empty:hidden"
      >
        {items.map((event) => (
          <LogLine key={event.type === 'log' ? event.id : event.message} event={event} />
        ))}
      </ol>
    </Page>
  )
}

function LogLine({ event }: { readonly event: LogEvent }) {
  if (event.type === 'missed') return <li className="px-4 py-2 text-accent">{event.message}</li>
  const { timestamp, level, message, request_id, fields } = event
  const facts = Object.entries({ ...(request_id !== null && { request: request_id }), ...fields })
  return (
    <TimedLine timestamp={timestamp} colour={COLOURS[level] ?? ''}>
      <p>{message}</p>
      {facts.length > 0 && (
        <p className="font-mono text-muted text-xs">
          {facts
            .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
            .join(' ')}
        </p>
      )}
    </TimedLine>
  )
}
