import pino, { type Logger } from 'pino'

/** A log, and the faults of the server's own in it. */
export function faultLog(): { readonly faults: string[]; readonly logger: Logger } {
  const faults: string[] = []
  const logger = pino(
    { level: 'error' },
    {
      write(line: string) {
        if (line.includes('"internal_error"')) faults.push(line)
      },
    },
  )
  return { faults, logger }
}
