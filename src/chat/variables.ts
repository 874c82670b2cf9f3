import type { ChatRequest, Reasoning, Tool } from '../core/chat.ts'
import { strftime } from './jinja/strftime.ts'
import type { TemplateVariables } from './template.ts'

/** What a template may ask of a request besides its messages. */
export type PromptWishes = Pick<ChatRequest, 'tools' | 'toolChoice' | 'reasoning' | 'templateVariables'>

/**
 * A request's variables by the names that templates know. As in transformers, tools and documents that aren't there are
 * None, not undefined. What the client names itself (`chat_template_kwargs`) goes over what Trivet says.
 */
export function requestVariables({ tools, toolChoice, reasoning, templateVariables }: PromptWishes): TemplateVariables {
  const offered = toolChoice === 'none' ? [] : tools.map(templateTool)
  return {
    documents: null,
    ...reasoningVariables(reasoning),
    ...templateVariables,
    tools: offered.length === 0 ? null : offered,
  }
}

/** Variables that single templates rely on: FireFunction's wants its tools as text, and the time. */
export function peculiarVariables(source: string, { tools }: TemplateVariables, now: Date): TemplateVariables {
  const isFireFunction = source.includes('functools') && source.includes('datetime')
  if (!isFireFunction) return {}
  return {
    functions: tools === null ? '' : JSON.stringify(tools, null, 2),
    datetime: strftime('%b %d %Y %H:%M:%S', now),
  }
}

/** Each family has a name of its own for the same switch. */
function reasoningVariables({ enabled, effort }: Reasoning): TemplateVariables {
  const on = enabled ?? (effort === 'none' ? false : null)
  return {
    ...(on !== null && { enable_thinking: on, thinking: on, thinking_mode: on ? 'enabled' : 'disabled' }),
    ...(effort !== null && effort !== 'none' && { reasoning_effort: effort, thinking_effort: effort }),
  }
}

function templateTool({ name, description, parameters }: Tool): unknown {
  return { type: 'function', function: { name, ...(description !== null && { description }), parameters } }
}
