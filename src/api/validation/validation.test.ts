import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { missing, refusedUnless } from './refinements.ts'
import { validate } from './validation.ts'

const part = z.discriminatedUnion('type', [z.object({ type: z.literal('text'), text: z.string() })])

const schema = z.object({
  name: z.string().min(1),
  count: z.int().min(1).max(3).nullish(),
  share: z.number().min(0).max(1).nullish(),
  seed: z
    .number()
    .multipleOf(1)
    .min(-(2 ** 63))
    .max(2 ** 64)
    .nullish(),
  mode: z.enum(['a', 'b']).nullish(),
  stop: z.union([z.string(), z.array(z.string().max(5)).max(2)]).nullish(),
  bias: z.record(z.string().regex(/^\d+$/, 'keys are numbers'), z.number().max(9)).nullish(),
  parts: z.array(z.object({ content: z.union([z.string(), z.array(part).min(1)]) })).nullish(),
  prompt: z.union([z.string(), z.array(z.string()), z.array(z.int().min(0)), z.array(z.array(z.int()))]).nullish(),
  choice: z
    .union([
      z.enum(['auto', 'none']),
      z.discriminatedUnion('type', [z.object({ type: z.literal('f'), f: z.string() })]),
    ])
    .nullish(),
  limit: z.union([z.literal(-1), z.int().min(1)]).nullish(),
  call: z
    .discriminatedUnion('type', [z.object({ type: z.literal('f').nullish() }), z.object({ type: z.literal('g') })])
    .nullish(),
  tools: refusedUnless('[]', (value) => Array.isArray(value) && value.length === 0).optional(),
  pair: z
    .object({ a: z.string().nullish(), b: z.string().nullish() })
    .refine(({ a, b }) => !!a || !!b, missing('a'))
    .nullish(),
})

function complaint(data: unknown): { code: string; message: string; param: string | null } {
  try {
    validate(schema, data)
  } catch (error) {
    if (error instanceof TrivetError) return { code: error.code, message: error.message, param: error.param }
  }
  throw new Error('it did not throw a TrivetError')
}

describe('validate', () => {
  test('keeps what the schema knows', () => {
    expect(validate(schema, { name: 'x', count: null, other: 1 })).toEqual({ name: 'x', count: null })
  })

  test.each([
    [undefined, 'invalid_json', 'The request body is not valid JSON: it is empty.', null],
    [null, 'invalid_value', 'The request body must be an object, not null.', null],
    [[], 'invalid_value', 'The request body must be an object, not an array.', null],
    ['x', 'invalid_value', 'The request body must be an object, not a string.', null],
    [{}, 'missing_field', 'The field `name` is required.', 'name'],
    [{ name: null }, 'missing_field', 'The field `name` is required.', 'name'],
    [{ name: 5 }, 'invalid_value', '`name` must be a string, not an integer.', 'name'],
    [{ name: '' }, 'invalid_value', '`name` must have at least 1 character.', 'name'],
    [{ count: 1.5 }, 'invalid_value', '`count` must be an integer, not a fraction.', 'count'],
    [{ count: '2' }, 'invalid_value', '`count` must be a number, not a string.', 'count'],
    [{ count: 0 }, 'invalid_value', '`count` must be at least 1.', 'count'],
    [{ share: 1.01 }, 'invalid_value', '`share` must be at most 1.', 'share'],
    [{ share: Number.POSITIVE_INFINITY }, 'invalid_value', '`share` must be a number, not infinity.', 'share'],
    [{ seed: 1.5 }, 'invalid_value', '`seed` must be an integer.', 'seed'],
    [{ seed: 2e19 }, 'invalid_value', '`seed` must be at most 18446744073709551615.', 'seed'],
    [{ seed: -1e19 }, 'invalid_value', '`seed` must be at least -9223372036854775808.', 'seed'],
    [{ share: -0.1 }, 'invalid_value', '`share` must be at least 0.', 'share'],
    [{ mode: 'c' }, 'invalid_value', '`mode` must be one of "a", "b".', 'mode'],
    [{ stop: 5 }, 'invalid_value', '`stop` must be a string or an array, not an integer.', 'stop'],
    [{ stop: [1] }, 'invalid_value', '`stop.0` must be a string, not an integer.', 'stop.0'],
    [{ stop: ['a', 'b', 'c'] }, 'invalid_value', '`stop` must have at most 2 items.', 'stop'],
    [{ stop: ['abcdef'] }, 'invalid_value', '`stop.0` must have at most 5 characters.', 'stop.0'],
    [{ bias: { 5: 10 } }, 'invalid_value', '`bias.5` must be at most 9.', 'bias.5'],
    [{ bias: { x: 1 } }, 'invalid_value', "`bias.x` has a key that can't be one: keys are numbers.", 'bias.x'],
    [{ bias: [] }, 'invalid_value', '`bias` must be an object, not an array.', 'bias'],
    [{ parts: [null] }, 'invalid_value', '`parts.0` must be an object, not null.', 'parts.0'],
    [{ parts: [{}] }, 'missing_field', 'The field `parts.0.content` is required.', 'parts.0.content'],
    [{ parts: [{ content: [] }] }, 'invalid_value', '`parts.0.content` must have at least 1 item.', 'parts.0.content'],
    [
      { parts: [{ content: [{ type: 'text', text: 'x' }, { type: 'image_url' }] }] },
      'invalid_value',
      '`parts.0.content.1` has the type "image_url", but must have "text".',
      'parts.0.content.1',
    ],
    [
      { parts: [{ content: [{ type: 'text' }] }] },
      'missing_field',
      'The field `parts.0.content.0.text` is required.',
      'parts.0.content.0.text',
    ],
    [{ prompt: {} }, 'invalid_value', '`prompt` must be a string or an array, not an object.', 'prompt'],
    [{ prompt: ['a', 1] }, 'invalid_value', '`prompt.1` must be a string, not an integer.', 'prompt.1'],
    [{ prompt: [1, 'a'] }, 'invalid_value', '`prompt.1` must be a number, not a string.', 'prompt.1'],
    [{ prompt: [[1], 2] }, 'invalid_value', '`prompt.1` must be an array, not an integer.', 'prompt.1'],
    [{ prompt: [1, -1] }, 'invalid_value', '`prompt.1` must be at least 0.', 'prompt.1'],
    [
      { prompt: [true] },
      'invalid_value',
      '`prompt.0` must be a string or a number or an array, not a boolean.',
      'prompt.0',
    ],
    [{ choice: 'x' }, 'invalid_value', '`choice` must be one of "auto", "none".', 'choice'],
    [{ choice: 5 }, 'invalid_value', '`choice` must be one of "auto", "none" or an object, not an integer.', 'choice'],
    [{ choice: {} }, 'missing_field', 'The field `choice.type` is required.', 'choice.type'],
    [{ choice: { type: 'f' } }, 'missing_field', 'The field `choice.f` is required.', 'choice.f'],
    [{ limit: 0 }, 'invalid_value', '`limit` must be at least 1.', 'limit'],
    [{ limit: 'x' }, 'invalid_value', '`limit` must be -1 or a number, not a string.', 'limit'],
    [{ call: { type: 'x' } }, 'invalid_value', '`call` has the type "x", but must have one of "f", "g".', 'call'],
    [{ pair: {} }, 'missing_field', 'The field `pair.a` is required.', 'pair.a'],
    [
      { tools: [{}] },
      'unsupported_parameter',
      'The parameter `tools` is not supported by this server yet. Leave it out or set it to [].',
      'tools',
    ],
  ])('%j', (data, code, message, param) => {
    const named = typeof data === 'object' && data !== null && !Array.isArray(data) && Object.keys(data).length > 0
    const body = named && !('name' in data) ? { name: 'x', ...data } : data
    expect(complaint(body)).toEqual({ code, message, param })
  })

  test('a key that a client made endless is not sent back whole', () => {
    expect(complaint({ name: 'x', bias: { ['y'.repeat(5000)]: 1 } }).message.length).toBeLessThan(600)
  })
})
