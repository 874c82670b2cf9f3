import type { ToolChoice } from '../../core/chat.ts'
import type { Constraint } from '../../core/task.ts'
import { afterThinking, type Beginnings, type Thinking } from '../after-thinking.ts'
import { type GrammarPart, literal, sequence, toGbnf } from '../grammar/index.ts'
import type { CallableTool, Lead, ToolFormat } from './format.ts'
import { escaped } from './language.ts'

/** What a model has to do with the tools it is offered. */
export interface CallRules {
  readonly format: ToolFormat
  readonly tools: readonly CallableTool[]
  readonly choice: Exclude<ToolChoice, 'none'>
  readonly parallel: boolean
}

/**
 * What the engine holds a model to, from the place where it begins to write; thinking stays free. Where it must call,
 * the grammar holds from the start; where it may, from where a call begins.
 */
export function callConstraint(rules: CallRules, thinking: Thinking | null): Constraint {
  const { format, tools, choice, parallel } = rules
  const constraints = written.get(tools) ?? new Map<string, Constraint>()
  written.set(tools, constraints)
  const key = JSON.stringify([format.name, choice, parallel, thinking])
  const constraint = constraints.get(key) ?? write(rules, thinking)
  constraints.set(key, constraint)
  return constraint
}

/** Writing a grammar of dozens of tools takes longer than a token; it is done once for as long as the tools are kept. */
const written = new WeakMap<readonly CallableTool[], Map<string, Constraint>>()

function write(rules: CallRules, thinking: Thinking | null): Constraint {
  const { format, tools, choice: wish } = rules
  if (wish !== 'auto') return { grammar: toGbnf(afterThinking(callsOf(rules), thinking)) }
  const triggers = format.triggers(tools).flatMap((trigger) => alsoAfter(thinking, trigger))
  return { grammar: toGbnf(languageOf(rules)), triggers }
}

/** The calls as they stand where nothing came before them, and after reasoning. */
export function callsOf(rules: CallRules): Beginnings {
  return led(rules.format.callLead, languageOf(rules))
}

/** The part after what leads to it. */
export function led(lead: Lead | undefined, part: GrammarPart): Beginnings {
  const { first = '', afterReasoning = '' } = lead ?? {}
  return { first: sequence(literal(first), part), afterReasoning: sequence(literal(afterReasoning), part) }
}

function languageOf({ format, tools, choice: wish, parallel }: CallRules): GrammarPart {
  if (typeof wish === 'string') return format.calls(tools, parallel)
  const wanted = tools.filter(({ name }) => name === wish.name)
  return format.calls(wanted, false)
}

/** What only begins an answer may also follow the thinking. */
function alsoAfter(thinking: Thinking | null, trigger: string): readonly string[] {
  if (!thinking || !trigger.startsWith('^')) return [trigger]
  return [trigger, `${escaped(thinking.tags.close)}\\s*${trigger.slice(1).replace(/^\\s\*/, '')}`]
}
