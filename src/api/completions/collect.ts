import type { Usage } from '../../core/event.ts'
import type { Envelope } from '../chat/encode.ts'
import { unfinished } from '../chat/failure.ts'
import { best, Candidate } from './candidate.ts'
import type { CompletionRun } from './complete.ts'
import type { CompletionOrder } from './decode.ts'
import { encodeFinish, encodeTextCompletion } from './encode.ts'
import { joinLogprobs, LogprobsWriter } from './logprobs.ts'
import type { ReadPrompt } from './read-prompts.ts'
import type { TextChoice, TextCompletion } from './response-schema.ts'
import { sumUsage } from './usage.ts'

/** All answers, once every candidate has finished. Rejects with the first failure of any. */
export async function collectTexts(
  envelope: Envelope,
  order: CompletionOrder,
  run: CompletionRun,
  signal: AbortSignal,
): Promise<TextCompletion> {
  const { prompts, candidates, choices } = order
  const byTask = Array.from({ length: prompts.length * candidates }, () => new Candidate())
  const usages = new Map<number, Usage>()
  for await (const { task, event } of run.events) {
    byTask[task]?.take(event)
    if (event.type === 'usage') usages.set(task, event)
  }
  const answers = prompts.flatMap((_, prompt) => {
    const own = byTask.slice(prompt * candidates, (prompt + 1) * candidates)
    if (own.some(({ reason }) => reason === null)) throw unfinished(signal)
    const echo = run.echoes?.[prompt] ?? null
    return best(own, choices).map((candidate) => encodeChoice(order, echo, candidate))
  })
  const inOrder = answers.map((answer, index) => ({ index, ...answer }))
  return encodeTextCompletion(envelope, inOrder, sumUsage(usages, candidates))
}

function encodeChoice(
  { logprobs }: CompletionOrder,
  echo: ReadPrompt | null,
  { text, tokens, reason }: Candidate,
): Omit<TextChoice, 'index'> {
  const writer = new LogprobsWriter()
  const told = () => joinLogprobs([...(echo ? [writer.echo(echo)] : []), writer.write(tokens)])
  return {
    text: (echo?.text ?? '') + text,
    logprobs: logprobs === null ? null : told(),
    finish_reason: encodeFinish(reason ?? 'stop'),
  }
}
