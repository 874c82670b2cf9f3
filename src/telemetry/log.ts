import type { Clock } from '../core/clock.ts'
import { createRing, type Ring } from './ring.ts'

/** From the least to the most important, with the numbers that pino writes. */
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const
export type LogLevel = keyof typeof LEVELS
export const LOG_LEVELS = Object.keys(LEVELS) as [LogLevel, ...LogLevel[]]

/** A line as it was written: one JSON object. */
export interface KeptLine {
  /** Counts up by one, from the time at which the process began: a cursor of an earlier process is older than all. */
  readonly id: number
  readonly text: string
}

/** What a line says. */
export interface LogLine {
  readonly id: number
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
  readonly level: LogLevel
  readonly message: string
  /** Of the request that it is about, if any. */
  readonly requestId: string | null
  /** Whatever else it says. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** The last lines of the program's log, to be read while it runs. */
export interface Log extends Ring<KeptLine> {
  /** @param line as pino writes it */
  write(line: string): void
}

/** Characters that are kept of a line. */
const LONGEST = 4096

export function createLog(clock: Clock, capacity = 2000): Log {
  const ring = createRing<KeptLine>(capacity, clock.now())
  return { ...ring, write: (line) => ring.add((id) => ({ id, text: shortened(line) })) }
}

/** A line is read only when somebody wants it: most never are. */
export function readLine({ id, text }: KeptLine): LogLine {
  const { level, time, msg = '', requestId = null, ...fields } = JSON.parse(text)
  return { id, atMs: Date.parse(time), level: levelOf(level), message: msg, requestId, fields }
}

/** Whether a line is at least so important. */
export function isAtLeast(line: LogLine, level: LogLevel): boolean {
  return LEVELS[line.level] >= LEVELS[level]
}

function levelOf(number: unknown): LogLevel {
  return LOG_LEVELS.find((level) => LEVELS[level] === number) ?? 'info'
}

/** One that is too long keeps what says what it is about, and says that it was cut. */
function shortened(line: string): string {
  if (line.length <= LONGEST) return line
  const { level, time, requestId, msg = '' } = JSON.parse(line)
  return JSON.stringify({ level, time, requestId, msg: String(msg).slice(0, LONGEST / 4), cut: true })
}
