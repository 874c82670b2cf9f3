import { describe, expect, test } from 'vitest'
import { type ChatMessage, PLAIN_CHAT, type Role } from '../core/chat.ts'
import { TrivetError } from '../core/errors.ts'
import { type PromptRequest, renderPrompt, type TemplateModel } from './render.ts'

const QWEN = `{%- if messages[0].role == 'system' %}{{- '<|im_start|>system\\n' + messages[0].content + '<|im_end|>\\n' }}{%- endif %}
{%- for message in messages %}
{%- if message.role == 'user' or (message.role == 'system' and not loop.first) or (message.role == 'assistant' and not message.tool_calls) %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- elif message.role == 'assistant' %}
{{- '<|im_start|>' + message.role }}{%- if message.content %}{{- '\\n' + message.content }}{%- endif %}
{%- for call in message.tool_calls %}
{{- '\\n<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}{{- call.function.arguments | tojson }}{{- '}\\n</tool_call>' }}
{%- endfor %}{{- '<|im_end|>\\n' }}
{%- elif message.role == 'tool' %}
{{- '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}
{%- endif %}{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}`

const LLAMA = `{{- bos_token }}{%- for message in messages %}
{{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n' + message['content'] | trim + '<|eot_id|>' }}
{%- endfor %}{%- if add_generation_prompt %}{{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{%- endif %}`

const MISTRAL = `{{ bos_token }}{% if messages[0].role == 'system' %}[SYSTEM_PROMPT]{{ messages[0].content }}[/SYSTEM_PROMPT]{% set turns = messages[1:] %}{% else %}{% set turns = messages %}{% endif %}
{%- for message in turns %}{% if (message.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('After the optional system message, conversation roles must alternate user and assistant') }}{% endif %}
{%- if message.role == 'user' %}[INST]{{ message.content }}[/INST]{% else %}{{ message.content + eos_token }}{% endif %}{% endfor %}`

const GEMMA = `{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}{% if message['role'] == 'assistant' %}{% set role = 'model' %}{% else %}{% set role = message['role'] %}{% endif %}{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}{% endfor %}{% if add_generation_prompt %}{{'<start_of_turn>model\n'}}{% endif %}`

const PARTS_ONLY = `{% for message in messages %}[{{ message.role }}]{% for part in message.content %}{{ part.text }};{% endfor %}{% endfor %}`

const TOOLS_ALWAYS = `{% for tool in tools %}{{ tool }}{% endfor %}{% for message in messages %}{{ message.content }}{% endfor %}`

const RAISES_ON_UNKNOWN_ROLE = `{% for message in messages %}{% if message.role not in ['system', 'user', 'assistant'] %}{{ raise_exception('Unexpected message role.') }}{% endif %}{{ message.role }}:{{ message.content }} {% endfor %}`

const DEVELOPER_BRANCH = `{% for message in messages %}{% if message.role == 'developer' %}<dev>{{ message.content }}</dev>{% else %}{{ message.role }}:{{ message.content }}{% endif %}{% endfor %}`

const DEVELOPER_NAMED_BUT_LOST = `{% for message in messages %}{% if message.role == 'developer' %}{% else %}{{ message.role }}:{{ message.content }} {% endif %}{% endfor %}`

function model(chatTemplate: string | null, addsBos = true): TemplateModel {
  return { chatTemplate, bosToken: '<s>', eosToken: '</s>', addsBos }
}

/** Renders with these wishes besides the messages. */
function prompt(model: TemplateModel, messages: readonly ChatMessage[], wishes: Partial<PromptRequest> = {}): string {
  return renderPrompt(model, { ...PLAIN_CHAT, messages, ...wishes }, new Date(2026, 0, 2, 15, 4, 5)).text
}

function message(role: Role, ...texts: string[]): ChatMessage {
  return { role, content: texts.map((text) => ({ type: 'text', text })) }
}

const hello = [
  message('system', 'Be brief.'),
  message('user', 'Hi'),
  message('assistant', 'Hello.'),
  message('user', 'Bye'),
]

function refusal(run: () => unknown): TrivetError {
  try {
    run()
  } catch (error) {
    if (error instanceof TrivetError) return error
  }
  throw new Error('it did not throw a TrivetError')
}

describe('templates of the common families', () => {
  test('Qwen', () => {
    expect(prompt(model(QWEN), hello)).toBe(
      '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello.<|im_end|>\n<|im_start|>user\nBye<|im_end|>\n<|im_start|>assistant\n',
    )
  })

  test('Llama', () => {
    expect(prompt(model(LLAMA), [message('user', ' Hi ')])).toBe(
      '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    )
  })

  test('Mistral', () => {
    expect(prompt(model(MISTRAL), hello)).toBe(
      '[SYSTEM_PROMPT]Be brief.[/SYSTEM_PROMPT][INST]Hi[/INST]Hello.</s>[INST]Bye[/INST]',
    )
  })

  test('Gemma, whose template has no system role', () => {
    expect(prompt(model(GEMMA), hello)).toBe(
      '<start_of_turn>user\nBe brief.\nHi<end_of_turn>\n<start_of_turn>model\nHello.<end_of_turn>\n<start_of_turn>user\nBye<end_of_turn>\n<start_of_turn>model\n',
    )
  })

  test('a model without a template gets ChatML, tool calls included', () => {
    const call = { id: 'c1', name: 'get_time', arguments: '{"city": "Rome"}' }
    const messages = [
      message('user', 'Time?'),
      { ...message('assistant', 'A moment.'), toolCalls: [call] },
      message('tool', '12:00'),
    ]
    expect(prompt(model(null), messages)).toBe(
      '<|im_start|>user\nTime?<|im_end|>\n<|im_start|>assistant\nA moment.\n<tool_call>\n{"name": "get_time", "arguments": {"city": "Rome"}}\n</tool_call><|im_end|>\n<|im_start|>tool\n12:00<|im_end|>\n<|im_start|>assistant\n',
    )
  })
})

describe('BOS', () => {
  test('is left to the tokenizer when it adds one', () => {
    expect(prompt(model(LLAMA, true), [message('user', 'x')]).startsWith('<|start_header_id|>')).toBe(true)
  })

  test('stays where the tokenizer adds none', () => {
    expect(prompt(model(LLAMA, false), [message('user', 'x')]).startsWith('<s><|start_header_id|>')).toBe(true)
  })
})

describe('the developer role', () => {
  const messages = [message('developer', 'MARK'), message('user', 'hi')]

  test.each([
    ['is system to a template without it', QWEN, '<|im_start|>system\nMARK<|im_end|>'],
    ['is system to a template that raises on unknown roles', RAISES_ON_UNKNOWN_ROLE, 'system:MARK user:hi '],
    ['stays where the template has a branch for it', DEVELOPER_BRANCH, '<dev>MARK</dev>user:hi'],
    ['is system where the template would print nothing', DEVELOPER_NAMED_BUT_LOST, 'system:MARK user:hi '],
  ])('%s', (_, template, expected) => {
    expect(prompt(model(template), messages)).toContain(expected)
  })
})

describe('turns that a strict template refuses', () => {
  test('neighbours of one role are merged', () => {
    const messages = [message('system', 'S'), message('user', 'a'), message('user', 'b')]
    expect(prompt(model(MISTRAL), messages)).toBe('[SYSTEM_PROMPT]S[/SYSTEM_PROMPT][INST]a\nb[/INST]')
    const answers = [message('user', 'a'), message('assistant', 'b'), message('assistant', 'c'), message('user', 'd')]
    expect(prompt(model(MISTRAL), answers)).toBe('[INST]a[/INST]b\nc</s>[INST]d[/INST]')
  })

  test('but not where the template takes them', () => {
    expect(prompt(model(LLAMA), [message('user', 'a'), message('user', 'b')])).toContain(
      'a<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nb<|eot_id|>',
    )
  })

  test("what can't be mended is a 400 in the template's own words, and the next request works", () => {
    const error = refusal(() => prompt(model(GEMMA), [message('assistant', 'a'), message('user', 'b')]))
    expect(error.report()).toEqual({
      code: 'template_error',
      details: { reason: 'Conversation roles must alternate user/assistant/user/assistant/...' },
      param: 'messages',
    })
    expect(prompt(model(GEMMA), [message('user', 'b')])).toContain('b<end_of_turn>')
  })

  test('a template that is no Jinja says so', () => {
    expect(refusal(() => prompt(model('{% if %}'), hello)).code).toBe('template_error')
  })
})

describe('content', () => {
  test('several parts reach a template that reads strings, in order', () => {
    expect(prompt(model(QWEN), [message('system', 'a', 'b'), message('user', 'c', 'd')])).toContain(
      'system\na\nb<|im_end|>\n<|im_start|>user\nc\nd<|im_end|>',
    )
  })

  test('and one that reads only lists', () => {
    expect(prompt(model(PARTS_ONLY), [message('user', 'a', 'b'), message('tool', 'c')])).toBe('[user]a;b;[tool]c;')
  })

  test('a template that walks tools without asking gets an empty list', () => {
    expect(prompt(model(TOOLS_ALWAYS), [message('user', 'a')])).toBe('a')
  })
})

describe('tool rounds', () => {
  const round = (args: string): ChatMessage[] => [
    message('user', 'Time?'),
    { role: 'assistant', content: [], toolCalls: [{ id: 'c1', name: 'get_time', arguments: args }] },
    { ...message('tool', '12:00'), toolCallId: 'c1' },
  ]

  test('the call and its result reach the template, the arguments as an object', () => {
    expect(prompt(model(QWEN), round('{"city":"Rome"}'))).toBe(
      '<|im_start|>user\nTime?<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name": "get_time", "arguments": {"city": "Rome"}}\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\n12:00\n</tool_response><|im_end|>\n<|im_start|>assistant\n',
    )
  })

  test('arguments that are no JSON object stay text', () => {
    expect(prompt(model(QWEN), round('oops'))).toContain('"arguments": "oops"')
  })

  test('arguments nested beyond reason are refused, not a crash', () => {
    const error = refusal(() => prompt(model(QWEN), round(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)))
    expect(error.message).toBe("The model's chat template refused these messages: they are nested too deeply.")
  })
})
