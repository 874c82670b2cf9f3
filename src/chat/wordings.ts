import type { ChatMessage } from '../core/chat.ts'
import { withShortCallIds } from './call-ids.ts'
import type { ChatTemplate, TemplateVariables } from './template.ts'
import { developerAsSystem, mergeNeighbours, systemIntoUser } from './turns.ts'

/** One way to put a request to a template. */
export interface Wording {
  readonly messages: readonly ChatMessage[]
  readonly variables: TemplateVariables
}

/** A request in ever more cautious wordings, the first as it is. */
export function* wordings(
  template: ChatTemplate,
  messages: readonly ChatMessage[],
  variables: TemplateVariables,
): Generator<Wording> {
  for (const worded of messageWordings(template, messages)) {
    yield { messages: worded, variables }
    // Some templates walk `tools` without asking whether there are any, others take an empty list for tools.
    if (variables.tools === null) yield { messages: worded, variables: { ...variables, tools: [] } }
  }
}

function* messageWordings(template: ChatTemplate, messages: readonly ChatMessage[]): Generator<readonly ChatMessage[]> {
  const plain = developerAsSystem(messages)
  if (template.source.includes('developer')) yield messages
  yield plain
  if (messages.some((message) => message.toolCalls)) yield withShortCallIds(plain)
  const merged = withShortCallIds(mergeNeighbours(plain))
  yield merged
  yield systemIntoUser(merged)
}
