import pino, { type DestinationStream, type Logger } from 'pino'
import { onDemand } from '../core/on-demand.ts'
import { censored } from './censor.ts'

export type { Logger } from 'pino'

const pinoPretty = onDemand<typeof import('pino-pretty')>('pino-pretty')

export interface LogOptions {
  readonly level: string
  /** For a person's eyes; otherwise one JSON object a line. */
  readonly pretty: boolean
  readonly destination: DestinationStream
  /** Hears every line too, as JSON. */
  readonly listener?: DestinationStream | undefined
}

/** What must never be read in a log: credentials, and whatever users write or models answer. */
const SECRET_HEADERS = ['authorization', 'cookie', '["x-api-key"]', '["api-key"]']
const PRIVATE_FIELDS = ['prompt', 'messages', 'content', 'text', 'input', 'body']

/**
 * The program's log. A request's lines come from `logger.child({ requestId })`, so each of them carries the id.
 * Credentials and prompts are censored wherever the usual field names hold them, up to two levels deep, and credentials
 * that can be told by their looks wherever they are.
 */
export function createLogger({ level, pretty, destination, listener }: LogOptions): Logger {
  const options = { level, base: null, redact: redactions(), timestamp: pino.stdTimeFunctions.isoTime }
  const shown = pretty ? forPeople(destination) : destination
  const write = (line: string): void => {
    const fit = censored(line)
    listener?.write(fit)
    shown.write(fit)
  }
  return pino(options, { write })
}

function forPeople(destination: DestinationStream): DestinationStream {
  const format = pinoPretty().prettyFactory({ translateTime: 'SYS:HH:MM:ss.l', colorize: true })
  return { write: (line) => destination.write(format(line)) }
}

/** Standard error, so that standard output stays the command's own answer. */
export function systemLogger(level: string, listener?: DestinationStream): Logger {
  return createLogger({
    level,
    listener,
    pretty: process.stderr.isTTY === true,
    destination: pino.destination({ fd: 2, sync: true }),
  })
}

function redactions(): string[] {
  const headers = SECRET_HEADERS.map((name) => (name.startsWith('[') ? `headers${name}` : `headers.${name}`))
  const fields = [...headers, ...PRIVATE_FIELDS]
  return ['', '*.', '*.*.'].flatMap((prefix) => fields.map((field) => `${prefix}${field}`))
}
