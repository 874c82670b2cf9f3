import type { ReasoningTags } from '../../core/answer.ts'
import type { ToolChoice } from '../../core/chat.ts'
import type { Constraint } from '../../core/task.ts'
import { choice, type GrammarPart, literal, sequence, toGbnf } from '../grammar/index.ts'
import type { CallableTool, ToolFormat } from './format.ts'
import { escaped, space, upTo } from './language.ts'

/** What a model has to do with the tools it is offered. */
export interface CallRules {
  readonly format: ToolFormat
  readonly tools: readonly CallableTool[]
  readonly choice: Exclude<ToolChoice, 'none'>
  readonly parallel: boolean
}

/** How thinking stands where the model begins to write. `closed`: it has just ended. */
export interface Thinking {
  readonly tags: ReasoningTags
  readonly state: 'possible' | 'opened' | 'closed'
}

/**
 * What the engine holds a model to, from the place where it begins to write; thinking stays free. Where it must call,
 * the grammar holds from the start; where it may, from where a call begins.
 */
export function callConstraint(rules: CallRules, thinking: Thinking | null): Constraint {
  const { format, tools, choice: wish, parallel } = rules
  if (wish === 'auto') {
    const grammar = toGbnf(format.calls(tools, parallel))
    return { grammar, triggers: format.triggers(tools).flatMap((trigger) => alsoAfter(thinking, trigger)) }
  }
  const wanted = wish === 'required' ? tools : tools.filter(({ name }) => name === wish.name)
  return { grammar: toGbnf(afterThinking(format, format.calls(wanted, parallel && wish === 'required'), thinking)) }
}

function afterThinking(format: ToolFormat, calls: GrammarPart, thinking: Thinking | null): GrammarPart {
  const first = sequence(literal(format.lead?.first ?? ''), calls)
  if (!thinking) return first
  const { tags, state } = thinking
  const after = sequence(space, literal(format.lead?.afterReasoning ?? ''), calls)
  const closing = sequence(upTo(tags.close), after)
  switch (state) {
    case 'closed':
      return after
    case 'opened':
      return closing
    case 'possible':
      return choice(first, sequence(literal(tags.open), closing))
  }
}

/** What only begins an answer may also follow the thinking. */
function alsoAfter(thinking: Thinking | null, trigger: string): readonly string[] {
  if (!thinking || !trigger.startsWith('^')) return [trigger]
  return [trigger, `${escaped(thinking.tags.close)}\\s*${trigger.slice(1).replace(/^\\s\*/, '')}`]
}
