import { expect, it } from 'vitest'
import { fill } from './default-params.ts'

const defaults = { temperature: 0.5, max_tokens: 7, enable_thinking: true }

it('fills in what a request leaves out, null included', () => {
  expect(fill({ temperature: null, top_p: 1 }, defaults)).toEqual({ ...defaults, top_p: 1 })
  expect(fill({ temperature: 0 }, defaults)).toMatchObject({ temperature: 0, max_tokens: 7 })
})

it('leaves thinking to a request that says anything about it', () => {
  expect(fill({ reasoning_effort: 'low' }, defaults)).toEqual({
    reasoning_effort: 'low',
    temperature: 0.5,
    max_tokens: 7,
  })
})

it('uses the names of the API', () => {
  const names = { max_tokens: 'num_predict', enable_thinking: null }
  expect(fill({}, defaults, names)).toEqual({ temperature: 0.5, num_predict: 7 })
})

it('is the same request where there are no defaults', () => {
  const fields = { temperature: null }
  expect(fill(fields, {})).toBe(fields)
})
