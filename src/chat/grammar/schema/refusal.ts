import { TrivetError } from '../../../core/errors.ts'
import { GrammarRefusal } from '../refusal.ts'

/**
 * `unsupported_schema`: a keyword that can't be enforced, and where it stands.
 * @param pointer the schema the keyword is in, as a JSON pointer in a fragment: `#/properties/a`
 * @param reason the end of the sentence that begins with the keyword's name
 */
export function schemaRefusal(keyword: string, pointer: string, reason: string): TrivetError {
  return new TrivetError('unsupported_schema', { keyword, pointer, reason })
}

/** What `compile` makes, with a GrammarRefusal of it laid to this keyword. */
export function blaming<Result>(keyword: string, pointer: string, compile: () => Result): Result {
  try {
    return compile()
  } catch (refusal) {
    if (refusal instanceof GrammarRefusal) throw schemaRefusal(keyword, pointer, refusal.message)
    throw refusal
  }
}
