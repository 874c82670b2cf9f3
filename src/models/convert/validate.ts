import { join } from 'node:path'
import { readJson } from './read-json.ts'
import { ConversionRefusal } from './refusal.ts'
import type { Trial } from './trial.ts'

/** Words, numbers, signs, spaces and scripts, on which tokenizers that differ at all differ. */
const TEXTS = [
  "Hello, world! We've been here before; they'll say it's 12345.67 or 2024-01-01.",
  '  Two spaces\n\nand\ttabs; (brackets) [and] {more} + x_y = "z"',
  'Gr\u00fc\u00dfe, caf\u00e9, \u043f\u0440\u0438\u0432\u0435\u0442, \u4f60\u597d\u4e16\u754c, \ud55c\uad6d\uc5b4 \u{1f422}',
]

/** Throws `ConversionRefusal` when what comes out of the loaded model is no numbers. */
export async function checkNumbers(trial: Trial): Promise<void> {
  const numbers = await trial.compute('Hello')
  if (numbers.length === 0 || numbers.some((number) => !Number.isFinite(number))) {
    throw new ConversionRefusal(
      "the model that came of it computes no numbers: its weights are damaged or don't belong together.",
    )
  }
}

/**
 * Compares the loaded model's tokens with those of the folder's `tokenizer.json`, and says in sentences where they
 * differ. A difference is no failure: it may be a matter of rare characters.
 */
export async function tokenDifferences(folder: string, trial: Trial): Promise<readonly string[]> {
  const original = await originalTokenizer(folder)
  if (original === null) return []
  const differing: string[] = []
  for (const text of TEXTS) {
    const [ours, theirs] = [await trial.tokenize(text), original(text)]
    if (ours.join() !== theirs.join()) differing.push(JSON.stringify(text))
  }
  if (differing.length === 0) return []
  return [`llama.cpp makes other tokens than the original tokenizer of ${differing.join(' and ')}.`]
}

/** Null where there is no `tokenizer.json`, or one that the library can't run. */
async function originalTokenizer(folder: string): Promise<((text: string) => readonly number[]) | null> {
  const json = await readJson(join(folder, 'tokenizer.json'))
  if (json === null) return null
  const config = (await readJson(join(folder, 'tokenizer_config.json'))) ?? {}
  const { Tokenizer } = await import('@huggingface/tokenizers')
  try {
    const tokenizer = new Tokenizer(json, config)
    return (text) => tokenizer.encode(text).ids
  } catch {
    return null
  }
}
