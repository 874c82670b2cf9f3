import { answerPart, toGbnf } from '../../chat/grammar/index.ts'
import type { ResponseFormat } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Constraint } from '../../core/task.ts'

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

/** What holds a text without turns to a format: from its first token on. Throws as `checkedFormat` does. */
export function formatConstraint(format: ResponseFormat): { readonly constraint?: Constraint } {
  const answer = answerPart(format)
  return answer === null ? {} : { constraint: { grammar: toGbnf(answer) } }
}
