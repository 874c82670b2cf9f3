import { expect, test } from 'vitest'
import { z } from 'zod'
import { ignoredFields } from './ignored.ts'

const schema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), name: z.string().nullish() })),
  metadata: z.unknown().optional(),
})

function ignored(data: unknown): readonly string[] {
  return ignoredFields(data, schema.parse(data))
}

test('names unknown fields by their path', () => {
  const messages = [
    { role: 'a', cache_control: {} },
    { role: 'b', name: null },
    { role: 'c', index: 0 },
  ]
  expect(ignored({ model: 'm', messages, num_ctx: 1, metadata: { any: 'thing' } })).toEqual([
    'messages.0.cache_control',
    'messages.2.index',
    'num_ctx',
  ])
})

test('null asks for nothing', () => {
  expect(ignored({ model: 'm', messages: [], foo: null })).toEqual([])
})

test('__proto__ is a field like others', () => {
  expect(ignored(JSON.parse('{"model":"m","messages":[],"__proto__":{"x":1}}'))).toEqual(['__proto__'])
})
