import type { Vocabulary } from '../native/vocabulary.ts'

/** Tokens at the beginning that models of one family name differently, such as `<unk>`. */
const FIRST_COMPARED = 5

/** Padding at the end may differ by so many tokens: llama.cpp's own limit (`SPEC_VOCAB_MAX_SIZE_DIFFERENCE`). */
const MOST_EXTRA = 128

/** Why tokens of one model mean something else to the other; `null`: they mean the same. */
export function vocabularyMisfit(main: Vocabulary, draft: Vocabulary): string | null {
  if (Math.abs(main.size - draft.size) > MOST_EXTRA) {
    return `it has ${draft.size} tokens, and the model has ${main.size}`
  }
  if (main.addsBos !== draft.addsBos || (main.addsBos && main.bos !== draft.bos)) return 'its texts begin otherwise'
  for (let token = FIRST_COMPARED; token < Math.min(main.size, draft.size); token++) {
    const [ours, theirs] = [main.spelling(token), draft.spelling(token)]
    if (ours !== theirs)
      return `its token ${token} is ${JSON.stringify(theirs)}, and the model's ${JSON.stringify(ours)}`
  }
  return null
}
