import { expect, test } from 'vitest'
import { readModelToml } from './model-toml.ts'

test('its fields are found in whatever table they stand', () => {
  const text = `
    platform = "rkllm"
    [model]
    platform = "other"
    max_context_len = 4096
    [model.default_params]
    temperature = 0.7
    top_k = 1
    stop = ["</s>"]
    enable_thinking = false
  `
  expect(readModelToml(text)).toEqual({
    platform: 'rkllm',
    defaults: { temperature: 0.7, top_k: 1, stop: ['</s>'], enable_thinking: false },
    contextTokens: 4096,
  })
})

test('what is of another type is not meant', () => {
  const text = 'platform = 3\ntop_k = 1.5\nmax_tokens = 0\nmax_context_len = "large"\nstop = "x"\nunheard_of = 1'
  expect(readModelToml(text)).toEqual({ platform: null, defaults: {}, contextTokens: null })
})

test('it has to be TOML', () => {
  expect(() => readModelToml('name = ')).toThrow()
})
