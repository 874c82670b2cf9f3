import { asTrivetError } from '../core/errors.ts'
import { exitCodeOf } from './exit-codes.ts'

/** Tells the user on standard error why the program ends; returns the exit status. */
export function report(thrown: unknown): number {
  const error = asTrivetError(thrown)
  // A fault of Trivet's own: here, unlike on the wire, the stack is what the reader needs.
  const text = error.code === 'internal_error' && thrown instanceof Error ? thrown.stack : error.message
  process.stderr.write(`${text?.replace(/^/gm, 'trivet: ')}\n`)
  return exitCodeOf(error.code)
}
