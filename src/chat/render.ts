import type { ChatMessage } from '../core/chat.ts'
import { TrivetError } from '../core/errors.ts'
import { CHATML } from './chatml.ts'
import { type ChatTemplate, compileTemplate } from './template.ts'
import { developerAsSystem, mergeNeighbours, systemIntoUser } from './turns.ts'

/** What rendering needs to know about a model. */
export interface TemplateModel {
  /** Jinja source; `null` renders as ChatML. */
  readonly chatTemplate: string | null
  readonly bosToken: string
  readonly eosToken: string
  /** Whether the tokenizer puts the BOS token there by itself. */
  readonly addsBos: boolean
}

/**
 * The prompt these messages make for this model, up to where the assistant's answer begins.
 *
 * The messages go to the template as they are. Only when it refuses them are they put the way stricter templates
 * want them: neighbours of one role merged, then the system's words in the user's turn. Throws `template_error` with
 * the template's own first words when none of that helps.
 */
export function renderPrompt(model: TemplateModel, messages: readonly ChatMessage[]): string {
  const template = templateOf(model)
  const variables = { bos_token: model.bosToken, eos_token: model.eosToken }
  const refusals: unknown[] = []
  for (const wording of wordings(template, messages)) {
    // Some templates walk `tools` without asking whether there are any, others take an empty list for tools.
    for (const tried of [variables, { ...variables, tools: [] }]) {
      try {
        const prompt = template.render(wording, tried)
        if (keepsDeveloper(prompt, wording)) return withoutDoubledBos(model, prompt)
      } catch (refusal) {
        refusals.push(refusal)
      }
    }
  }
  throw templateError(refusals[0], 'messages')
}

function templateOf(model: TemplateModel): ChatTemplate {
  try {
    return compileTemplate(model.chatTemplate ?? CHATML)
  } catch (error) {
    throw templateError(error, null)
  }
}

/** The messages in ever more cautious wordings. */
function* wordings(template: ChatTemplate, messages: readonly ChatMessage[]): Generator<readonly ChatMessage[]> {
  const plain = developerAsSystem(messages)
  if (template.source.includes('developer')) yield messages
  yield plain
  yield mergeNeighbours(plain)
  yield systemIntoUser(plain)
}

/** Some templates know the role by name and print nothing for it. */
function keepsDeveloper(prompt: string, messages: readonly ChatMessage[]): boolean {
  const texts = messages.filter((message) => message.role === 'developer').flatMap((message) => message.content)
  return texts.every((part) => prompt.includes(part.text.trim()))
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
