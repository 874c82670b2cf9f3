import type { ReasoningTags } from '../core/answer.ts'
import type { ChatMessage } from '../core/chat.ts'
import { compileJinja } from './jinja/template.ts'
import { type MessageShape, reasoningKey, templateMessage } from './messages.ts'
import { cutAtMark, MARK } from './prefill.ts'
import { argumentsShape, contentShape } from './probes.ts'
import { reasoningTagsOf } from './reasoning-tags.ts'

/** A chat template, ready to render. */
export interface ChatTemplate {
  readonly source: string
  /** How its models mark what they think; `null`: nothing in it says that they do. */
  readonly reasoningTags: ReasoningTags | null
  /**
   * The prompt up to where the assistant's answer begins or, when it has begun with the last message (`continued`), up
   * to the end of that message. Throws whatever the template raises.
   */
  render(messages: readonly ChatMessage[], variables: TemplateVariables, options: RenderOptions): string
}

/** By the names that templates know. */
export type TemplateVariables = Readonly<Record<string, unknown>>

export interface RenderOptions {
  /** What `strftime_now` tells. */
  readonly now: Date
  readonly continued: boolean
}

/** Parsing costs milliseconds and a model is asked thousands of times; sources are as many as models, so all are kept. */
const compiled = new Map<string, ChatTemplate>()

/** The template of this Jinja source, parsed once. Throws when it doesn't parse. */
export function compileTemplate(source: string): ChatTemplate {
  const known = compiled.get(source)
  if (known) return known
  const jinja = compileJinja(source)
  const shape: MessageShape = {
    content: contentShape(jinja),
    arguments: argumentsShape(jinja),
    reasoningKey: reasoningKey(source),
  }
  const template: ChatTemplate = {
    source,
    reasoningTags: reasoningTagsOf(source),
    render(messages, variables, { now, continued }) {
      const last = messages.length - 1
      const text = jinja.render(
        {
          ...variables,
          messages: messages.map((message, at) =>
            templateMessage(message, shape, continued && at === last ? MARK : ''),
          ),
          add_generation_prompt: !continued,
        },
        now,
      )
      return continued ? cutAtMark(text) : text
    },
  }
  compiled.set(source, template)
  return template
}
