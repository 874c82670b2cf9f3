import { droppableTurns, withoutTurns } from '../../chat/drop-turns.ts'
import type { ChatRequest } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { planAnswer } from '../answering/plan-answer.ts'
import { tokenIds } from '../tokens/token-ids.ts'
import { fewestThatFit } from './fewest.ts'

/** Room kept for an answer whose length nobody said. */
const USUAL_ANSWER_TOKENS = 256

/** A request cut down to a model's context. */
export interface Fitted {
  readonly request: ChatRequest
  readonly promptTokens: number
  /** Of the prompt as asked. */
  readonly wholePromptTokens: number
  readonly turns: number
  /** Places of the messages dropped, in the conversation as it was. */
  readonly dropped: readonly number[]
  /** Whether it fits at last. */
  readonly fits: boolean
}

/** The request as it is to be answered: whole, unless it allows its oldest turns to be dropped. */
export async function withinContext(
  open: OpenModel,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<Pick<Fitted, 'request' | 'dropped'>> {
  return request.truncation === 'auto' ? fitContext(open, request, signal) : { request, dropped: [] }
}

/**
 * The request without as many of its oldest turns as its prompt is too long for the model, with room for an answer
 * where that can be had. The last turn and system messages stay even when that is not enough. Rejects as `answer` does.
 */
export async function fitContext(open: OpenModel, request: ChatRequest, signal: AbortSignal): Promise<Fitted> {
  const shortened = async (turns: number) => {
    const { messages, dropped } = withoutTurns(request.messages, turns)
    const shorter = { ...request, messages }
    return { request: shorter, promptTokens: await countTokens(open, shorter, signal), turns, dropped }
  }
  const whole = await shortened(0)
  const within = (limit: number) => {
    const judged = (cut: typeof whole) => ({ ...cut, fits: cut.promptTokens <= limit })
    return fewestThatFit(judged(whole), droppableTurns(request.messages), async (turns) =>
      judged(await shortened(turns)),
    )
  }
  const { contextTokens } = open.capabilities
  const roomy = await within(contextTokens - roomForAnswer(open, request))
  // Where there is never enough room for the answer, nothing is given up for it.
  const best = roomy.fits ? roomy : await within(contextTokens - 1)
  return { ...best, wholePromptTokens: whole.promptTokens }
}

/** What an answer needs: as much as was asked for, within reason, and never nothing. */
export function roomForAnswer(open: OpenModel, { maxTokens }: ChatRequest): number {
  const wanted = Math.min(maxTokens ?? USUAL_ANSWER_TOKENS, Math.floor(open.capabilities.contextTokens / 4))
  return Math.max(1, wanted)
}

/** Tokens of the prompt that this request is answered from. */
export async function countTokens(open: OpenModel, request: ChatRequest, signal: AbortSignal): Promise<number> {
  if (open.capabilities.chat) {
    const reason = 'the server behind it makes its own prompts, and does not tell how long they are'
    throw new TrivetError('wrong_model_type', { model: open.id, reason }, 'model')
  }
  const prompts = planAnswer(open, { ...request, choices: 1 }).tasks.map((task) => task.prompt)
  const [ids = []] = await tokenIds(open, prompts, signal, { media: request.media })
  return ids.length
}
