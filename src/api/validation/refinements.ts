import { z } from 'zod'
import type { ErrorCode, ErrorDetails } from '../../core/errors.ts'

/** Marks a zod issue that `validation.ts` reports under a row of its own; `row` gets the field's path as `field`. */
export type IssueMark =
  | { readonly refused: { readonly neutral: string } }
  | { readonly missing: true }
  | { readonly row: ErrorCode; readonly details: ErrorDetails }

/**
 * A field of the API that Trivet can't honour yet. It is never ignored: any value but null and those that ask for
 * nothing is refused by name. `neutral` is what the client is told to send instead.
 */
export function refusedUnless(neutral: string, asksForNothing: (value: unknown) => boolean): z.ZodType<unknown> {
  const params: IssueMark = { refused: { neutral } }
  return z
    .unknown()
    .refine((value) => value === undefined || value === null || asksForNothing(value), { params })
    .describe(`Not supported yet: refused unless null or ${neutral}.`)
}

/** Options of a refinement that makes `field` required. */
export function missing(field: string): { path: string[]; params: IssueMark } {
  return { path: [field], params: { missing: true } }
}
