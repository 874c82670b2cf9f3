import type { Prompt } from '../core/task.ts'
import type { OpenModel } from '../scheduler/scheduler.ts'

/** Where nobody gives another and no sizes. */
export const BENCHMARK_PROMPT = 'Explain in a few sentences how a bicycle stays upright while it is ridden.'

/** A prompt that begins with `label`: those of different labels share no beginning that a cache could use. */
export type MakePrompt = (label: string) => Promise<Prompt>

/**
 * Prompts of just so many tokens, where the model's engine tells tokens; else about as many words.
 * @param text in which to take them from, again and again
 */
export function promptsOfSize(open: OpenModel, text: string, size: number, signal: AbortSignal): MakePrompt {
  return async (label) => {
    let long = `${label} ${text}`
    let more = text
    while (true) {
      const ids = await idsOf(open, long, signal)
      if (ids === null) return wordsOf(long, text, size)
      if (ids.length >= size) return ids.slice(0, size)
      // Twice as much each time: of long prompts, tokens are counted a few times only.
      more = `${more} ${more}`
      long = `${long} ${more}`
    }
  }
}

/** `null`: this engine doesn't tell, or there is nothing in the text. */
async function idsOf(open: OpenModel, text: string, signal: AbortSignal): Promise<readonly number[] | null> {
  const task = { kind: 'tokenize', text, addSpecial: true, parseSpecial: false } as const
  let ids: readonly number[] | null = null
  for await (const { event } of open.run([task], signal)) if (event.type === 'tokens') ids = event.ids
  signal.throwIfAborted()
  return ids
}

function wordsOf(long: string, text: string, size: number): string {
  const words = [...long.split(' '), ...Array.from({ length: size }, () => text.split(' ')).flat()]
  return words.slice(0, size).join(' ')
}
