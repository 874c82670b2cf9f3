import { expect, test } from 'vitest'
import { promptReasoning, reasoningTagsOf } from './reasoning-tags.ts'

const QWEN3 = "{{ '<think>' }} {{ content.split('</think>')[-1] }}"

test.each([
  ['nothing in it', 'plain {{ messages }}', null],
  ['an end of turn that is also the end of thoughts elsewhere', '<|end|>', null],
  ['only what closes', "content.split('</think>')", '<think>'],
  ['both', QWEN3, '<think>'],
  ['channels', "'<|channel|>analysis<|message|>' '<|end|>'", '<|channel|>analysis<|message|>'],
  ['an escaped newline', "'<|channel>thought\\n' '<channel|>'", '<|channel>thought\n'],
  ['tags of its own', "'<seed:think>' '</seed:think>' '<think>' '</think>'", '<seed:think>'],
  ['tags put together', "open_tag('think')", '<|open|>think<|sep|>'],
])('the tags of a template with %s', (_, template, open) => {
  expect(reasoningTagsOf(template)?.open ?? null).toBe(open)
})

test.each([
  ['opened by the prompt', 'Hi<|assistant|><think>\n', '', true],
  ['closed by the prompt', 'Hi<|assistant|><think>\n\n</think>\n\n', '', false],
  ['left to the model', 'Hi<|assistant|>', '', false],
  ['only talked about', 'What is <think>?<|assistant|>', '', false],
  ['opened by the prompt, gone on with', 'Hi<|assistant|><think>\nHm', 'Hm', true],
  ['opened by the answer so far', 'Hi<|assistant|><think>Hm', '<think>Hm', true],
  ['closed by the answer so far', 'Hi<|assistant|><think>Hm</think>A', '<think>Hm</think>A', false],
  ['talked about in the answer so far', 'Hi<|assistant|>The tag <think> is', 'The tag <think> is', false],
])('a block %s', (_, prompt, prefill, opened) => {
  expect(promptReasoning(reasoningTagsOf(QWEN3), prompt, prefill)).toEqual({
    tags: { open: '<think>', close: '</think>', control: false },
    opened,
  })
})

test('without tags there is nothing to tell', () => {
  expect(promptReasoning(reasoningTagsOf('plain'), 'Hi<think>', '')).toBeNull()
})
