import { isObject, type JsonObject } from '../read-json.ts'
import { ConversionRefusal } from '../refusal.ts'
import type { TokenizerJson } from './tokenizer-json.ts'

const CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
const TAIL = '| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+'
const SLASHED_TAIL = '| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+'
const UPPER = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]'
const LOWER = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'
const WORD_START = '[^\\r\\n\\p{L}\\p{N}]?'

/** One way of cutting text into words, as `tokenizer.json` and as llama.cpp's `tokenizer.ggml.pre` say it. */
interface Rule {
  /** Regular expressions, `digits` for one digit at a time, `bytes` for GPT-2's own expression. */
  readonly steps: readonly string[]
  /** For a tokenizer that takes a whole word that is a token before it merges, and for one that doesn't. */
  readonly pre: { readonly ignoringMerges: string | null; readonly merging: string | null }
}

const LLAMA3 = `${CONTRACTIONS}|${WORD_START}\\p{L}+|\\p{N}{1,3}${TAIL}`

/** By llama.cpp's own expressions (llama-vocab.cpp), of which `ignore_merges` is a part. */
const RULES: readonly Rule[] = [
  { steps: [LLAMA3], pre: { ignoringMerges: 'llama-bpe', merging: 'dbrx' } },
  {
    steps: [`${CONTRACTIONS}|${WORD_START}\\p{L}+|\\p{N}${TAIL}`],
    pre: { ignoringMerges: null, merging: 'qwen2' },
  },
  {
    steps: [
      `${CONTRACTIONS}|${WORD_START}[\\p{L}\\p{M}]+|\\p{N}| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
    ],
    pre: { ignoringMerges: null, merging: 'qwen35' },
  },
  {
    steps: [`${WORD_START}${UPPER}*${LOWER}+|${WORD_START}${UPPER}+${LOWER}*|\\p{N}${SLASHED_TAIL}`],
    pre: { ignoringMerges: 'tekken', merging: null },
  },
  {
    steps: [
      `${WORD_START}${UPPER}*${LOWER}+${CONTRACTIONS}?|${WORD_START}${UPPER}+${LOWER}*${CONTRACTIONS}?|\\p{N}{1,3}${SLASHED_TAIL}`,
    ],
    pre: { ignoringMerges: null, merging: 'gpt-4o' },
  },
  { steps: ['bytes'], pre: { ignoringMerges: null, merging: 'gpt-2' } },
  { steps: ['digits', 'bytes'], pre: { ignoringMerges: null, merging: 'smollm' } },
]

/**
 * llama.cpp's name for how a byte-level BPE tokenizer cuts text into words. Throws `ConversionRefusal` for a way it
 * doesn't have: cut otherwise, words become tokens that the model has never seen together.
 */
export function preTokenizerOf({ preTokenizers, model }: TokenizerJson): string {
  const steps = preTokenizers.flatMap(stepOf)
  const rule = RULES.find((each) => each.steps.join('\0') === steps.join('\0'))
  const { ignoringMerges = null, merging = null } = rule?.pre ?? {}
  // Where a merge leads to every token, both ways come to the same.
  const pre = model.ignore_merges === true ? (ignoringMerges ?? merging) : (merging ?? ignoringMerges)
  if (pre !== null) return pre
  throw new ConversionRefusal(`llama.cpp has no pre-tokenizer that cuts words by ${JSON.stringify(steps)}.`)
}

function stepOf(step: JsonObject): string[] {
  switch (step.type) {
    case 'Split':
      return [isObject(step.pattern) ? String(step.pattern.Regex ?? step.pattern.String) : 'nothing']
    case 'Digits':
      return [step.individual_digits === true ? 'digits' : 'numbers']
    case 'ByteLevel':
      if (step.add_prefix_space === true) return ['a space before']
      return step.use_regex === false ? [] : ['bytes']
    default:
      return [String(step.type)]
  }
}
