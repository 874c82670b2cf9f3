import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../core/errors.ts'

/** Every error of every endpoint, for the OpenAPI document. */
export const errorSchema = z
  .object({
    error: z.object({
      message: z.string().describe('For people: what is wrong, and what to do.'),
      type: z.enum([...new Set(Object.values(ERRORS).map((row) => row.type))]),
      param: z.string().nullable().describe('Dotted path of the request field at fault.'),
      code: z.enum(Object.keys(ERRORS) as ErrorCode[]).describe('For programs; stable.'),
    }),
  })
  .meta({ id: 'Error' })
