import { describe, expect, test } from 'vitest'
import { type ChatMessage, type ChatRequest, PLAIN_CHAT } from '../../core/chat.ts'
import { renderPrompt, type TemplateModel } from '../render.ts'
import { offerTools } from './offer.ts'

const TURNS = '{% for message in messages %}<{{ message.role }}>{{ message.content }}{% endfor %}<assistant>'
const TOOLS = '{% for tool in tools or [] %}<tool>{{ tool.function.name }}{% endfor %}'

const said = (role: ChatMessage['role'], text: string): ChatMessage => ({ role, content: [{ type: 'text', text }] })
const call = (name: string, args: string) => ({ id: `id-${name}`, name, arguments: args })

const messages: readonly ChatMessage[] = [
  said('user', 'hi'),
  { role: 'assistant', content: [], toolCalls: [call('f', '{"a": 1}'), call('g', '{}')] },
  { ...said('tool', 'one'), toolCallId: 'id-f' },
  { ...said('tool', 'two'), toolCallId: 'id-g' },
]

function promptOf(chatTemplate: string | null, more: Partial<ChatRequest> = {}): string {
  const model: TemplateModel = { chatTemplate, bosToken: '', eosToken: '', addsBos: false }
  const tools = ['f', 'g'].map((name) => ({ name, description: null, parameters: null }))
  const request: ChatRequest = { ...PLAIN_CHAT, model: 'm', messages, tools, ...more }
  return renderPrompt(model, offerTools(model, request)?.request ?? request).text
}

describe('a template that leaves out', () => {
  test('nothing has it all as it is', () => {
    const whole = `${TOOLS}{% for message in messages %}<{{ message.role }}>{{ message.content }}{% for call in message.tool_calls or [] %}({{ call.function.arguments | tojson }}){% endfor %}{% endfor %}<assistant>`
    expect(promptOf(whole)).toBe('<tool>f<tool>g<user>hi<assistant>({"a": 1})({})<tool>one<tool>two<assistant>')
  })

  test('calls has them in the words of their format', () => {
    expect(promptOf(`{# <|tool_call|> #}${TOOLS}${TURNS}`)).toBe(
      '<tool>f<tool>g<user>hi<assistant><|tool_call|>[{"name": "f", "arguments": {"a": 1}}, {"name": "g", "arguments": {}}]<tool>one<tool>two<assistant>',
    )
    expect(promptOf(`{# <|tool_call_start|> #}${TOOLS}${TURNS}`)).toContain(
      '<assistant><|tool_call_start|>[f(a=1), g()]<|tool_call_end|><tool>',
    )
  })

  test('tools has them described, and results from the user', () => {
    const talks = `{% for message in messages %}{% if message.role in ['system', 'user', 'assistant'] %}<{{ message.role }}>{{ message.content }}{% endif %}{% endfor %}<assistant>`
    const prompt = promptOf(talks)
    expect(prompt).toMatch(/^<system>You can call these functions:\n\{"type":"function","function":\{"name":"f",/)
    expect(prompt).toContain('<assistant>[{"name": "f", "arguments": {"a": 1}}, {"name": "g", "arguments": {}}]<user>')
    expect(prompt).toMatch(/Result of f:\none[\s\S]*Result of g:\ntwo/)
  })
})

test('with nothing to call there is no offer', () => {
  expect(promptOf(`${TOOLS}${TURNS}`, { toolChoice: 'none', messages: [said('user', 'hi')] })).toBe(
    '<user>hi<assistant>',
  )
  expect(promptOf(`${TOOLS}${TURNS}`, { tools: [], messages: [said('user', 'hi')] })).toBe('<user>hi<assistant>')
})
