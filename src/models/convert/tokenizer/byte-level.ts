import { strings } from '../../gguf/format.ts'
import { preTokenizerOf } from './pre-tokenizer.ts'
import { mergesOf, type TokenizerJson, vocabOf } from './tokenizer-json.ts'
import { addedTokenType, type SourceVocabulary, type VocabularyToken } from './vocabulary.ts'

/** How GPT-2's alphabet of bytes spells a space: one of its letters for what can't be seen. */
const SPACE_LETTER = '\u0120'

/** BPE over bytes, as GPT-2 began and Llama 3, Qwen and SmolLM go on with. */
export function byteLevelVocabulary(json: TokenizerJson): SourceVocabulary {
  const tokens = new Map<number, VocabularyToken>(
    vocabOf(json.model).map(([text, id]) => [id, { text, type: 'normal' }]),
  )
  for (const added of json.added) tokens.set(added.id, { text: added.content, type: addedTokenType(added) })
  // A merge is two words of a line here; a space inside one would be a third.
  const spelled = (part: string) => part.replaceAll(' ', SPACE_LETTER)
  const merges = mergesOf(json.model).map(([left, right]) => `${spelled(left)} ${spelled(right)}`)
  return {
    model: 'gpt2',
    pre: preTokenizerOf(json),
    tokens,
    metadata: [['tokenizer.ggml.merges', strings(merges)]],
  }
}
