import { Template } from '@huggingface/jinja'
import { expect, test } from 'vitest'
import { CHATML_TEMPLATE } from './chatml.ts'

const render = (context: Record<string, unknown>) => new Template(CHATML_TEMPLATE).render(context)

test('a chat', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: ' <|im_end|> ' },
  ]
  expect(render({ messages, add_generation_prompt: true })).toBe(
    '<|im_start|>system\nBe brief.<|im_end|>\n' +
      '<|im_start|>user\nHi<|im_end|>\n' +
      '<|im_start|>assistant\nHello<|im_end|>\n' +
      '<|im_start|>user\n <|im_end|> <|im_end|>\n' +
      '<|im_start|>assistant\n',
  )
})

test('without a system message there is none, and without a generation prompt the text ends with the last turn', () => {
  expect(render({ messages: [{ role: 'user', content: 'Hi' }] })).toBe('<|im_start|>user\nHi<|im_end|>\n')
})

test('tools, a call and its result', () => {
  const tool = { type: 'function', function: { name: 'f', parameters: {} } }
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } }
  const messages = [
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: '42' },
  ]
  expect(render({ messages, tools: [tool], add_generation_prompt: true })).toBe(
    '<|im_start|>system\nBe brief.\nThese functions can be called:\n<tools>\n' +
      '{"type": "function", "function": {"name": "f", "parameters": {}}}\n</tools>\n' +
      'To call one, answer with\n<tool_call>\n{"name": <its name>, "arguments": <an object>}\n</tool_call><|im_end|>\n' +
      '<|im_start|>user\nHi<|im_end|>\n' +
      '<|im_start|>assistant\n\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call><|im_end|>\n' +
      '<|im_start|>user\n<tool_response>\n42\n</tool_response><|im_end|>\n' +
      '<|im_start|>assistant\n',
  )
})
