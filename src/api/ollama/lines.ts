import type { Clock } from '../../core/clock.ts'
import type { AnswerEnd, BlockEvent } from '../answering/blocks.ts'
import { type Ending, type Envelope, encodeSaid, NOTHING_SAID, type Said } from './encode.ts'
import type { PromptTimer } from './prompt-timer.ts'
import type { Response } from './response-schema.ts'

/** When what happened, in milliseconds. */
export interface Times {
  readonly askedAt: number
  /** The model was ready. */
  readonly openedAt: number
  readonly prompt: Pick<PromptTimer, 'readAt'>
}

/** The answer piece by piece; a call of a tool comes whole. The last line has the counts. */
export async function* answerLines(
  envelope: Envelope,
  answer: AsyncIterable<BlockEvent>,
  times: Times,
  clock: Clock,
): AsyncGenerator<Response, void> {
  for await (const event of answer) {
    const said = saidBy(event)
    if (said !== null) yield encodeSaid(envelope, clock.now(), said, null)
    if (event.type === 'finish') {
      const now = clock.now()
      yield encodeSaid(envelope, now, NOTHING_SAID, ending(event, times, now))
    }
  }
}

/** The same lines as one. */
export async function answerWhole(
  envelope: Envelope,
  answer: AsyncIterable<BlockEvent>,
  times: Times,
  clock: Clock,
): Promise<Response> {
  let whole = NOTHING_SAID
  let end: Ending = {}
  for await (const event of answer) {
    const said = saidBy(event)
    if (said !== null) {
      whole = {
        content: whole.content + said.content,
        thinking: whole.thinking + said.thinking,
        calls: [...whole.calls, ...said.calls],
      }
    }
    if (event.type === 'finish') end = ending(event, times, clock.now())
  }
  return encodeSaid(envelope, clock.now(), whole, end)
}

function saidBy(event: BlockEvent): Said | null {
  if (event.type === 'block-delta' && event.block.kind === 'text') return { ...NOTHING_SAID, content: event.text }
  if (event.type === 'block-delta' && event.block.kind === 'reasoning') return { ...NOTHING_SAID, thinking: event.text }
  if (event.type !== 'block-end' || event.block.kind !== 'tool-call') return null
  const { id, name } = event.block
  return { ...NOTHING_SAID, calls: [{ id, name, arguments: event.text }] }
}

function ending({ reason, usage }: AnswerEnd, times: Times, now: number): Ending {
  const { readAt } = times.prompt
  return {
    done_reason: reason === 'length' ? 'length' : 'stop',
    total_duration: nanoseconds(now - times.askedAt),
    load_duration: nanoseconds(times.openedAt - times.askedAt),
    prompt_eval_count: usage.promptTokens,
    prompt_eval_duration: nanoseconds(readAt - times.openedAt),
    eval_count: usage.completionTokens,
    eval_duration: nanoseconds(now - readAt),
  }
}

/** Ollama's unit, of a time in milliseconds. */
export function nanoseconds(ms: number): number {
  return Math.round(ms * 1e6)
}
