import pino, { type DestinationStream, type Logger } from 'pino'
import { onDemand } from '../core/on-demand.ts'

export type { Logger } from 'pino'

const pinoPretty = onDemand<typeof import('pino-pretty')>('pino-pretty')

export interface LogOptions {
  readonly level: string
  /** For a person's eyes; otherwise one JSON object a line. */
  readonly pretty: boolean
  readonly destination: DestinationStream
}

/** What must never be read in a log: credentials, and whatever users write or models answer. */
const SECRET_HEADERS = ['authorization', 'cookie', '["x-api-key"]', '["api-key"]']
const PRIVATE_FIELDS = ['prompt', 'messages', 'content', 'text', 'input', 'body']

/**
 * The program's log. A request's lines come from `logger.child({ requestId })`, so each of them carries the id.
 * Credentials and prompts are censored wherever the usual field names hold them, up to two levels deep.
 */
export function createLogger({ level, pretty, destination }: LogOptions): Logger {
  const options = { level, base: null, redact: redactions(), timestamp: pino.stdTimeFunctions.isoTime }
  return pino(options, pretty ? forPeople(destination) : destination)
}

function forPeople(destination: DestinationStream): DestinationStream {
  const format = pinoPretty().prettyFactory({ translateTime: 'SYS:HH:MM:ss.l', colorize: true })
  return { write: (line) => destination.write(format(line)) }
}

/** Standard error, so that standard output stays the command's own answer. */
export function systemLogger(level: string): Logger {
  return createLogger({
    level,
    pretty: process.stderr.isTTY === true,
    destination: pino.destination({ fd: 2, sync: true }),
  })
}

function redactions(): string[] {
  const headers = SECRET_HEADERS.map((name) => (name.startsWith('[') ? `headers${name}` : `headers.${name}`))
  const fields = [...headers, ...PRIVATE_FIELDS]
  return ['', '*.', '*.*.'].flatMap((prefix) => fields.map((field) => `${prefix}${field}`))
}
