import { expect, test } from 'vitest'
import { toolFormatOf } from './detect.ts'

/** The words in a template that tell its format, in templates of our own making. */
test.each([
  ['{{ "<tool_call>" }}{{ call | tojson }}', 'hermes'],
  ['{{ "<tool_call>\\n<function=" ~ name ~ ">\\n<parameter=" }}', 'qwen3-coder'],
  ['{{ "<seed:tool_call>" }}<function=', 'seed-oss'],
  ['Respond in the format {"name": function name, "parameters": dictionary}', 'llama-3'],
  ['{{ "<|python_tag|>" }}', 'llama-3'],
  ['{{ "[TOOL_CALLS]" }}{{ calls | tojson }}', 'mistral-list'],
  ['{{ "[TOOL_CALLS]" ~ name ~ "[ARGS]" }}', 'mistral-args'],
  ['{{ "<｜tool▁sep｜>" ~ name ~ "\\n```json" }}', 'deepseek-r1'],
  ['{{ name ~ "<｜tool▁sep｜>" }}', 'deepseek-v3.1'],
  ['{{ "<|tool_call>call:" }}', 'gemma-4'],
  ['{{ "<|channel|>commentary to=functions." }}', 'harmony'],
  ['<tool_call>{{ name }}<arg_key>', 'glm'],
  ['{{ "<|tool_call_argument_begin|>" }}', 'kimi-k2'],
  ['<function name="x"><param name="y">', 'minicpm'],
  ['<minimax:tool_call><invoke name="x">', 'minimax'],
  ['{{ "<|tool_call|>" }}', 'granite'],
  ['{{ "<|tool|>" ~ tools ~ "<|/tool|>" }}', 'phi-4'],
  ['<|START_ACTION|>', 'command-r7b'],
  ['Write \'Action:\' … "tool_name": title', 'command-r'],
  ['List of tools: <|tool_list_start|>', 'lfm2'],
  ['<function=example>{"example_name": "example_value"}</function>', 'functionary-v3.1'],
  ['Ask for the required input to:recipient==all', 'functionary-v3.2'],
  ['<TOOLCALL>[', 'nemotron'],
  ['<tool_calls>[', 'apriel'],
  [' functools[', 'firefunction'],
  ['{{ message.content }}', 'plain'],
  ['<tool_call><invoke name="x">', 'plain'],
])('%s is %s', (template, format) => {
  expect(toolFormatOf(template).name).toBe(format)
})
