import type { ResponseFormat } from '../core/chat.ts'
import type { Constraint } from '../core/task.ts'
import { afterThinking, type Beginnings, type Thinking } from './after-thinking.ts'
import { answerPart, choice, toGbnf } from './grammar/index.ts'
import { type CallRules, callConstraint, callsOf, led } from './tools/call-constraint.ts'
import type { ToolFormat } from './tools/format.ts'

export interface AnswerRules {
  /** What an answer in words must look like. */
  readonly format: ResponseFormat
  /** How this model writes: what stands around its answers. */
  readonly writing: ToolFormat
  /** `null`: there is nothing to call. */
  readonly calls: CallRules | null
  /** `null`: this model isn't known to think. */
  readonly thinking: Thinking | null
}

/**
 * What the engine holds a model to, from the place where it begins to write; thinking stays free. A model that may call
 * either calls or answers in the format; one that must call has no words to put into it. `null` when it is free. Throws
 * what `answerPart` and `toGbnf` throw.
 */
export function answerConstraint({ format, writing, calls, thinking }: AnswerRules): Constraint | null {
  const answer = answerPart(format)
  if (answer === null || (calls && calls.choice !== 'auto')) return calls && callConstraint(calls, thinking)
  const said = led(writing.answerLead, answer)
  return { grammar: toGbnf(afterThinking(calls ? either(callsOf(calls), said) : said, thinking)) }
}

function either(one: Beginnings, other: Beginnings): Beginnings {
  return {
    first: choice(one.first, other.first),
    afterReasoning: choice(one.afterReasoning, other.afterReasoning),
  }
}
