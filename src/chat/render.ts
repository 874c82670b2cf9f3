import type { ChatMessage, ChatRequest } from '../core/chat.ts'
import { TrivetError } from '../core/errors.ts'
import { CHATML } from './chatml.ts'
import { text } from './messages.ts'
import { type Turns, turnsOf } from './prefill.ts'
import { type PromptReasoning, promptReasoning } from './reasoning-tags.ts'
import { type ChatTemplate, compileTemplate, type TemplateVariables } from './template.ts'
import { type PromptWishes, peculiarVariables, requestVariables } from './variables.ts'
import { wordings } from './wordings.ts'

/** What rendering needs to know about a model. */
export interface TemplateModel {
  /** Jinja source; `null` renders as ChatML. */
  readonly chatTemplate: string | null
  /** The one for requests with tools, when it is another. */
  readonly toolTemplate?: string | null
  readonly bosToken: string
  readonly eosToken: string
  /** Whether the tokenizer puts the BOS token there by itself. */
  readonly addsBos: boolean
}

/** What of a request makes its prompt. */
export type PromptRequest = Pick<ChatRequest, 'messages'> & PromptWishes

/** A prompt, and what has to be known to read what the model makes of it. */
export interface PromptShape {
  readonly text: string
  /** `null`: the model isn't known to think. */
  readonly reasoning: PromptReasoning | null
}

/**
 * The prompt this request makes for this model, up to where the assistant's answer begins or goes on.
 *
 * The messages go to the template as they are. Only when it refuses them are they put the way stricter templates
 * want them: calls one a turn, call ids shortened, neighbours of one role merged, the system's words in the user's
 * turn, schemas completed (wordings.ts). Throws `template_error` with the template's own first words when none of that
 * helps.
 * @param now what `strftime_now` tells the template
 */
export function renderPrompt(model: TemplateModel, request: PromptRequest, now: Date = new Date()): PromptShape {
  const source = templateSource(model, request)
  const template = templateOf(source)
  const wishes = requestVariables(request)
  const variables = {
    bos_token: model.bosToken,
    eos_token: model.eosToken,
    ...peculiarVariables(source, wishes, now),
    ...wishes,
  }
  const turns = turnsOf(request.messages)
  const prompt = withoutDoubledBos(model, rendered(template, turns, variables, now))
  const last = turns.continued ? turns.messages.at(-1) : undefined
  const prefill = last ? text(last) : ''
  return { text: prompt, reasoning: promptReasoning(template.reasoningTags, prompt, prefill) }
}

/** The Jinja source that this request is rendered with. */
export function templateSource(model: TemplateModel, { tools, toolChoice }: PromptWishes): string {
  const withTools = tools.length > 0 && toolChoice !== 'none'
  return (withTools ? model.toolTemplate : null) ?? model.chatTemplate ?? CHATML
}

function templateOf(source: string): ChatTemplate {
  try {
    return compileTemplate(source)
  } catch (error) {
    throw templateError(error, null)
  }
}

function rendered(template: ChatTemplate, turns: Turns, variables: TemplateVariables, now: Date): string {
  const refusals: unknown[] = []
  const attempt = ({ messages, continued }: Turns): string | null => {
    for (const wording of wordings(template, messages, variables)) {
      try {
        const prompt = template.render(wording.messages, wording.variables, { now, continued })
        if (keepsDeveloper(prompt, wording.messages)) return prompt
      } catch (refusal) {
        refusals.push(refusal)
      }
    }
    return null
  }
  const prompt = attempt(turns) ?? (turns.continued ? appended(turns, attempt) : null)
  if (prompt === null) throw templateError(refusals[0], 'messages')
  return prompt
}

/** For templates that refuse to end with the assistant: its words follow where its answer would begin. */
function appended({ messages }: Turns, attempt: (turns: Turns) => string | null): string | null {
  const last = messages.at(-1)
  const before = attempt({ messages: messages.slice(0, -1), continued: false })
  return last && before !== null ? before + text(last) : null
}

/** Some templates know the role by name and print nothing for it. Its words are looked for in their order, each after the last. */
function keepsDeveloper(prompt: string, messages: readonly ChatMessage[]): boolean {
  let end = 0
  return messages
    .filter((message) => message.role === 'developer')
    .flatMap((message) => message.content.map((part) => part.text.trim()))
    .every((words) => {
      const start = prompt.indexOf(words, end)
      end = start + words.length
      return start >= 0
    })
}

function withoutDoubledBos(model: TemplateModel, prompt: string): string {
  const doubled = model.addsBos && model.bosToken !== '' && prompt.startsWith(model.bosToken)
  return doubled ? prompt.slice(model.bosToken.length) : prompt
}

function templateError(thrown: unknown, param: string | null): TrivetError {
  const words = thrown instanceof Error ? thrown.message : String(thrown)
  const reason = thrown instanceof RangeError ? 'they are nested too deeply.' : words
  return new TrivetError('template_error', { reason }, param, { cause: thrown })
}
