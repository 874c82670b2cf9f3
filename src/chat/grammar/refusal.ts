/** Why something can't be turned into a grammar, as the end of a sentence: "has a lookbehind". */
export class GrammarRefusal extends Error {
  override readonly name = 'GrammarRefusal'
}
