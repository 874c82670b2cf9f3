import type { ChatMessage } from '../core/chat.ts'
import { withShortCallIds } from './call-ids.ts'
import { withPlainSchemas } from './plain-schemas.ts'
import type { ChatTemplate, TemplateVariables } from './template.ts'
import { developerAsSystem, mergeNeighbours, oneCallATurn, systemIntoUser, toolTalkAsText } from './turns.ts'

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
    for (const tools of toolWordings(variables.tools)) yield { messages: worded, variables: { ...variables, tools } }
  }
}

/** Some templates walk `tools` without asking whether there are any, others take an empty list for tools. */
function toolWordings(tools: unknown): readonly unknown[] {
  return Array.isArray(tools) ? [tools, tools.map(withPlainSchemas)] : [tools, []]
}

function* messageWordings(template: ChatTemplate, messages: readonly ChatMessage[]): Generator<readonly ChatMessage[]> {
  const plain = developerAsSystem(messages)
  if (template.source.includes('developer')) yield messages
  yield plain
  const withTools = messages.some((message) => message.toolCalls ?? message.toolCallId)
  const single = withTools ? withShortCallIds(oneCallATurn(plain)) : plain
  if (withTools) {
    yield withShortCallIds(plain)
    yield single
  }
  for (const turns of withTools ? [single, toolTalkAsText(plain)] : [plain]) {
    yield mergeNeighbours(turns)
    yield systemIntoUser(turns)
  }
}
