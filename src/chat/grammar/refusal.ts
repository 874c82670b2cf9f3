import { TrivetError } from '../../core/errors.ts'

/** Why something can't be turned into a grammar, as the end of a sentence: "has a lookbehind". */
export class GrammarRefusal extends Error {
  override readonly name = 'GrammarRefusal'
}

/** What `make` makes; a GrammarRefusal of it is thrown as `invalid_value`, as a sentence about `what`. */
export function orRefused<Result>(what: string, make: () => Result): Result {
  try {
    return make()
  } catch (refusal) {
    if (!(refusal instanceof GrammarRefusal)) throw refusal
    throw new TrivetError('invalid_value', { reason: `The ${what} ${refusal.message}.` })
  }
}
