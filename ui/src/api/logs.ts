import { request } from './request.ts'
import { readEvents } from './sse.ts'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A line of the server's log, or that some are missing. */
export type LogEvent =
  | {
      readonly type: 'log'
      readonly id: number
      /** Seconds since the Unix epoch. */
      readonly timestamp: number
      readonly level: string
      readonly message: string
      readonly request_id: string | null
      readonly fields: Readonly<Record<string, unknown>>
    }
  | { readonly type: 'missed'; readonly message: string }

/** The last lines of at least this level, and then those that come, until `signal` aborts. */
export async function* followLog(level: LogLevel, signal: AbortSignal): AsyncGenerator<LogEvent, void> {
  const { body } = await request(`v1/logs?stream=true&lines=200&level=${level}`, { signal })
  if (body !== null) yield* readEvents<LogEvent>(body)
}
