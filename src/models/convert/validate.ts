import { ConversionRefusal } from './refusal.ts'
import type { Trial } from './trial.ts'
import type { TokenSample } from './worker/messages.ts'

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
 * Compares the loaded model's tokens with the original's, and says in sentences where they differ. A difference is no
 * failure: it may be a matter of rare characters.
 */
export async function tokenDifferences(samples: readonly TokenSample[], trial: Trial): Promise<readonly string[]> {
  const differing: string[] = []
  for (const { text, ids } of samples) {
    if ((await trial.tokenize(text)).join() !== ids.join()) differing.push(JSON.stringify(text))
  }
  if (differing.length === 0) return []
  return [`llama.cpp makes other tokens than the original tokenizer of ${differing.join(' and ')}.`]
}
