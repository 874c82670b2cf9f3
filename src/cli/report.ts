import { CommanderError } from 'commander'
import { asTrivetError, TrivetError } from '../core/errors.ts'
import { exitCodeOf } from './exit-codes.ts'

/**
 * Tells the user on standard error why the program ends; returns the exit status.
 * @param json whoever reads it is a program: the error is what it would be in an answer of the API
 */
export function report(thrown: unknown, json: boolean): number {
  const error = thrown instanceof CommanderError ? misused(thrown) : asTrivetError(thrown)
  if (json) {
    const { code, message, param } = error
    process.stderr.write(`${JSON.stringify({ error: { code, message, param } })}\n`)
    return exitCodeOf(code)
  }
  // A fault of Trivet's own: here, unlike on the wire, the stack is what the reader needs.
  const text = error.code === 'internal_error' && thrown instanceof Error ? thrown.stack : error.message
  process.stderr.write(`${text?.replace(/^/gm, 'trivet: ')}\n`)
  return exitCodeOf(error.code)
}

/** Wrong arguments, which the library has words for. */
function misused({ message }: CommanderError): TrivetError {
  return new TrivetError('invalid_value', { reason: message.replace(/^error: /, '') })
}
