import type { z } from 'zod'
import type { ErrorFormat } from '../../contracts/error-format.ts'
import { UNIFIED_RESPONSES } from '../../contracts/responses.ts'
import type { TrivetError } from '../../core/errors.ts'
import type { StreamFormat } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { errorEvent, type ResponseEvent } from './event.ts'
import { type ResponseFields, responseRequestSchema } from './request-schema.ts'
import type { ResponseObject } from './response-object.ts'

/** What the endpoint itself reads of a product's fields. */
export type FaceFields = Pick<ResponseFields, 'model' | 'stream'> & {
  readonly input?: unknown
  readonly tools?: readonly unknown[] | null | undefined
}

/** How one product's responses differ from OpenAI's: what it takes, and how it puts what both of them answer. */
export interface ResponsesFace<Fields extends FaceFields = ResponseFields> {
  readonly tag: string
  readonly errors: ErrorFormat
  readonly schema: z.ZodType<Fields>
  /** The request in our names, with what this product takes for granted. Throws what it refuses in its own way. */
  readonly complete: (fields: Fields, services: Services) => ResponseFields | Promise<ResponseFields>
  /** Paths of what this product passes over, to be told in a header. */
  readonly unread?: (fields: Fields) => readonly string[]
  readonly stream: StreamFormat
  /** @param asked the model as the request named it */
  readonly response: (response: ResponseObject, asked: string) => object
  /** A failure that comes too late for a status, and before any event. */
  readonly failure: (error: TrivetError) => object
  readonly events: (events: AsyncIterable<ResponseEvent>, asked: string) => AsyncIterable<object>
}

export const UNIFIED_RESPONSES_FACE: ResponsesFace = {
  tag: 'Responses',
  errors: 'openai',
  schema: responseRequestSchema,
  complete: (fields) => fields,
  stream: 'named',
  response: (response) => response,
  failure: (error) => ({ ...errorEvent(error), sequence_number: UNIFIED_RESPONSES.firstSequenceNumber }),
  events: (events) => events,
}
