import { answerPart } from '../chat/grammar/index.ts'
import type { ResponseFormat } from '../core/chat.ts'
import { TrivetError } from '../core/errors.ts'

/**
 * The format, once it is known that it can be enforced. What can't is refused before any model is asked: throws
 * `unsupported_schema` or `invalid_value` about `field`.
 */
export function checkedFormat(format: ResponseFormat, field: string): ResponseFormat {
  try {
    answerPart(format)
    return format
  } catch (refusal) {
    if (!(refusal instanceof TrivetError)) throw refusal
    throw new TrivetError(refusal.code, refusal.details, field, { cause: refusal })
  }
}
