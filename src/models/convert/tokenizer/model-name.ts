import type { AddedToken, SourceVocabulary } from './vocabulary.ts'

/** Without one of these, llama.cpp can't load a model of such a name. */
const PHI_TOKENS = ['</s>', '<unk>', '<s>', '<|endoftext|>']

const SAYS_PHI = /phi-?3/gi

/**
 * The name to give the model. llama.cpp drops spaces after special tokens where the name says Phi-3, and nowhere else:
 * so the name says so exactly where the tokenizer does that.
 */
export function modelName(
  name: string,
  added: readonly AddedToken[],
  { tokens }: SourceVocabulary,
  warnings: string[],
): string {
  const strips = added.some(({ special, stripsAfter }) => special && stripsAfter)
  const texts = new Set([...tokens.values()].map(({ text }) => text))
  const isPhi = PHI_TOKENS.every((text) => texts.has(text))
  if (strips && isPhi) return name.search(SAYS_PHI) >= 0 ? name : `Phi-3 ${name}`
  if (strips) warnings.push('The original drops spaces after special tokens; llama.cpp keeps them.')
  return name.replaceAll(SAYS_PHI, 'Phi 3')
}
