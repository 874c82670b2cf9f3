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

  test('numbers are spelled as the model spelled them', () => {
    const args = '{"t": 2.0, "id": 12345678901234567890, "n": 1}'
    expect(prompt(model(QWEN), round(args))).toContain(`"arguments": ${args}`)
  })

  test('arguments that are no JSON object stay text', () => {
    expect(prompt(model(QWEN), round('oops'))).toContain('"arguments": "oops"')
  })

  test('arguments nested beyond reason are left as the text they are, not a crash', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(prompt(model(QWEN), round(deep))).toContain(`{"name": "get_time", "arguments": ${deep}}`)
  })
})

describe('a begun answer', () => {
  const begun = [message('user', 'Count.'), message('assistant', '1, 2, 3,')]

  test.each([
    ['Qwen', QWEN, '<|im_start|>user\nCount.<|im_end|>\n<|im_start|>assistant\n1, 2, 3,'],
    ['Mistral', MISTRAL, '[INST]Count.[/INST]1, 2, 3,'],
    ['Gemma', GEMMA, '<start_of_turn>user\nCount.<end_of_turn>\n<start_of_turn>model\n1, 2, 3,'],
  ])('goes on where it ends, without the end of the turn: %s', (_, template, expected) => {
    expect(prompt(model(template), begun)).toBe(expected)
  })

  test('keeps its last space, unless the template takes it', () => {
    const spaced = [message('user', 'Count.'), message('assistant', '1, ')]
    expect(prompt(model(QWEN), spaced)).toMatch(/\n1, $/)
    expect(prompt(model(GEMMA), spaced)).toMatch(/\n1,$/)
  })

  test('follows the prompt of a template that wants the user last', () => {
    const strict = `{% if messages[-1].role != 'user' %}{{ raise_exception('last must be user') }}{% endif %}{{ messages[-1].content }}|A:`
    expect(prompt(model(strict), begun)).toBe('Count.|A:1, 2, 3,')
  })

  test('that is empty is none', () => {
    expect(prompt(model(QWEN), [message('user', 'Count.'), message('assistant')])).toBe(
      prompt(model(QWEN), [message('user', 'Count.')]),
    )
  })
})

describe('variables', () => {
  const SHOWS = `{{ tools is none }} {{ documents is none }} {{ enable_thinking }} {{ thinking }} {{ reasoning_effort }} {{ custom }} {{ strftime_now('%Y-%m-%d') }}`
  const hi = [message('user', 'hi')]
  const { reasoning } = PLAIN_CHAT

  test('nothing asked for is nothing said', () => {
    expect(prompt(model(SHOWS), hi)).toBe('True True     2026-01-02')
  })

  test('thinking and effort, and what the client names itself goes over them', () => {
    const wishes = {
      reasoning: { ...reasoning, enabled: true, effort: 'low' },
      templateVariables: { custom: [1, null] },
    }
    expect(prompt(model(SHOWS), hi, wishes)).toBe('True True True True low [1, None] 2026-01-02')
    const own = { ...wishes, templateVariables: { enable_thinking: false, messages: 'mine', tools: 'mine' } }
    expect(prompt(model(`${SHOWS}{{ messages[0].content }}`), hi, own)).toBe('True True False True low  2026-01-02hi')
  })

  test('an effort of none turns thinking off', () => {
    const wishes = { reasoning: { ...reasoning, effort: 'none' } }
    expect(prompt(model(SHOWS), hi, wishes)).toBe('True True False False   2026-01-02')
  })

  test('tools in the shape of OpenAI, unless none may be called', () => {
    const tools = [{ name: 'f', description: 'F.', parameters: { type: 'object' } }]
    const template = '{{ tools | tojson }}'
    expect(prompt(model(template), hi, { tools })).toBe(
      '[{"type": "function", "function": {"name": "f", "description": "F.", "parameters": {"type": "object"}}}]',
    )
    expect(prompt(model(template), hi, { tools, toolChoice: 'none' })).toBe('null')
  })

  test('tools have a template of their own where the model has one', () => {
    const tools = [{ name: 'f', description: null, parameters: {} }]
    const both = { ...model('plain'), toolTemplate: 'with tools' }
    expect([prompt(both, hi), prompt(both, hi, { tools })]).toEqual(['plain', 'with tools'])
  })
})

describe('what stricter templates want of tool rounds', () => {
  const call = (id: string, name = 'f') => ({ id, name, arguments: '{"a":1}' })
  const answer = (id: string, text: string): ChatMessage => ({ ...message('tool', text), toolCallId: id })
  const two: ChatMessage[] = [
    message('user', 'q'),
    { role: 'assistant', content: [], toolCalls: [call('call_long_id_1'), call('call_long_id_2', 'g')] },
    answer('call_long_id_1', 'r1'),
    answer('call_long_id_2', 'r2'),
  ]

  test('ids of nine letters and digits, the same for call and result', () => {
    const mistral = `{% for m in messages %}{% for c in m.tool_calls or [] %}{% if c.id | length != 9 %}{{ raise_exception('ids!') }}{% endif %}{{ c.id }} {% endfor %}{{ m.tool_call_id }} {% endfor %}`
    const ids = prompt(model(mistral), two).trim().split(/ +/)
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]])
    expect(ids[0]).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(ids[0]).not.toBe(ids[1])
  })

  test('one call a turn', () => {
    const single = `{% for m in messages %}{% if m.tool_calls | default([]) | length > 1 %}{{ raise_exception('one!') }}{% endif %}{% for c in m.tool_calls or [] %}[{{ c.function.name }}]{% endfor %}{{ m.content }};{% endfor %}`
    expect(prompt(model(single), two)).toBe('q;[f];r1;[g];r2;')
  })

  test('no tools at all: what was called and answered is told in words', () => {
    expect(prompt(model(GEMMA), two)).toBe(
      '<start_of_turn>user\nq<end_of_turn>\n<start_of_turn>model\n{"name": "f", "arguments": {"a":1}}\n{"name": "g", "arguments": {"a":1}}<end_of_turn>\n<start_of_turn>user\nr1\nr2<end_of_turn>\n<start_of_turn>model\n',
    )
  })

  test('arguments as text, where an object would come out as Python prints it', () => {
    const text = `{% for m in messages %}{% for c in m.tool_calls or [] %}{{ c.function.arguments }}{% endfor %}{% endfor %}`
    expect(prompt(model(text), two)).toBe('{"a":1}{"a":1}')
  })

  test('schemas without gaps', () => {
    const picky = `{% for t in tools or [] %}{% for n, p in t.function.parameters.properties.items() %}{{ n }}:{{ p.type + ' ' + p.description }};{% endfor %}{% endfor %}`
    const parameters = { type: 'object', properties: { a: { type: ['null', 'integer'] }, b: {}, c: true } }
    const tools = [{ name: 'f', description: null, parameters }]
    expect(prompt(model(picky), two, { tools })).toBe('a:integer ;b:string ;c:string ;')
  })
})

test('a template that cannot be parsed says where', () => {
  expect(refusal(() => prompt(model('a\n{% if x %}'), hello)).message).toBe(
    "The model's chat template refused these messages: line 2: `{% endif %}` is missing for what begins here.",
  )
})
