import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileJinja } from '../../src/chat/jinja/template.ts'
import { renderPrompt, type TemplateModel } from '../../src/chat/render.ts'
import { type ChatMessage, PLAIN_CHAT, type Role, type Tool } from '../../src/core/chat.ts'

/** Frozen from Python by tools/template-goldens/freeze.py. */
interface Goldens {
  readonly tokens: { readonly bos_token: string; readonly eos_token: string }
  readonly cases: Readonly<Record<string, Case>>
  readonly templates: Readonly<
    Record<string, { readonly source: string; readonly renderings: Readonly<Record<string, Golden>> }>
  >
}

/** The beginning of a SHA-256, or that Python fails: in the template's own words, or by a mistake in the template. */
type Golden = string | { readonly raises?: string; readonly fails?: true }

interface Case {
  readonly messages: readonly OpenAiMessage[]
  readonly tools?: readonly { readonly function: Tool }[]
  readonly add_generation_prompt?: boolean
  readonly continue_final_message?: boolean
  readonly enable_thinking?: boolean
  readonly reasoning_effort?: string
}

interface OpenAiMessage {
  readonly role: Role
  readonly content: string | readonly { readonly type: 'text'; readonly text: string }[]
  readonly reasoning_content?: string
  readonly tool_call_id?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: unknown }
  }[]
}

const NOW = new Date(2026, 0, 2, 15, 4, 5)
const goldens = JSON.parse(readFileSync(new URL('goldens.json', import.meta.url), 'utf8')) as Goldens
const folder = `${process.env.LLAMA_CPP_SOURCE}/models/templates`
const names = Object.keys(goldens.templates)

/** Cases in which Trivet means to differ: it keeps what a template drops, and gives arguments the shape they are read in. */
const OTHERWISE = ['developer', 'empty tools', 'tool round, arguments as text']
const NOT_ASKED_FOR = ['multi-turn, no generation prompt', 'answer last']

/** Templates that print a list of parts, in a system message, as Python would print the list. */
const PRINTS_LISTS = ['CohereForAI-c4ai-command-r7b', 'GigaChat3', 'google-gemma-4', 'meta-llama-Llama-3']

/** The templates are their makers' and so not kept here; llama.cpp's source has them (tools/llama-source.mjs). */
describe.skipIf(!existsSync(folder))(
  'chat templates, as Python renders them (they are read from LLAMA_CPP_SOURCE)',
  () => {
    test.each(names)('%s, given what Python is given', (name) => {
      const template = compileJinja(source(name))
      for (const [title, golden] of Object.entries(goldens.templates[name]?.renderings ?? {})) {
        const { continue_final_message: continued = false, ...given } = goldens.cases[title] ?? { messages: [] }
        if (continued || (typeof golden !== 'string' && golden.fails)) continue
        const variables = { ...goldens.tokens, tools: null, documents: null, add_generation_prompt: true, ...given }
        expect([title, outcome(() => template.render(variables, NOW))]).toEqual([title, golden])
      }
    })

    test.each(names)('%s, by a request', (name) => {
      const model: TemplateModel = { chatTemplate: source(name), bosToken: '<s>', eosToken: '</s>', addsBos: false }
      for (const [title, golden] of Object.entries(goldens.templates[name]?.renderings ?? {})) {
        if (NOT_ASKED_FOR.includes(title)) continue
        const prompt = renderPrompt(model, requestOf(goldens.cases[title] ?? { messages: [] }), NOW).text
        const differs =
          OTHERWISE.includes(title) || (title === 'parts' && PRINTS_LISTS.some((own) => name.startsWith(own)))
        if (typeof golden === 'string' && !differs) expect([title, hash(prompt)]).toEqual([title, golden])
        else expect([title, prompt.length > 0]).toEqual([title, true])
      }
    })
  },
)

function source(name: string): string {
  const text = readFileSync(`${folder}/${name}`, 'utf8')
  expect([name, hash(text)]).toEqual([name, goldens.templates[name]?.source])
  return text
}

function outcome(render: () => string): Golden {
  try {
    return hash(render())
  } catch (error) {
    return { raises: error instanceof Error ? error.message : String(error) }
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function requestOf({ messages, tools = [], enable_thinking: enabled, reasoning_effort: effort }: Case) {
  return {
    ...PLAIN_CHAT,
    messages: messages.map(messageOf),
    tools: tools.map((tool) => tool.function),
    reasoning: { ...PLAIN_CHAT.reasoning, enabled: enabled ?? null, effort: effort ?? null },
  }
}

function messageOf(message: OpenAiMessage): ChatMessage {
  const { role, content, reasoning_content: reasoning, tool_call_id: toolCallId, tool_calls: calls } = message
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return {
    role,
    content: parts.filter((part) => part.text !== ''),
    ...(reasoning !== undefined && { reasoning }),
    ...(toolCallId !== undefined && { toolCallId }),
    ...(calls && { toolCalls: calls.map((call) => ({ id: call.id, ...called(call.function) })) }),
  }
}

function called({ name, arguments: given }: { readonly name: string; readonly arguments: unknown }) {
  return { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }
}
