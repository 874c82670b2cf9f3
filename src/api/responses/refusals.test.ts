import { describe, expect, test } from 'vitest'
import { responsesOf } from '../../../test/fakes/responses.ts'

describe('what is refused', () => {
  test.each<[string, object, number, string, string | null]>([
    ['no input', {}, 400, 'missing_field', 'input'],
    ['an unknown model', { model: 'nope' }, 404, 'model_not_found', 'model'],
    [
      'an image',
      { input: [{ role: 'user', content: [{ type: 'input_image' }] }] },
      400,
      'invalid_value',
      'input.0.content.0',
    ],
    ['an unknown item', { input: [{ type: 'mystery' }] }, 400, 'invalid_value', 'input.0'],
    ['background without storing', { background: true, store: false }, 400, 'invalid_value', 'background'],
    ['something unknown to include', { include: ['everything'] }, 400, 'invalid_value', 'include.0'],
    ['response_format', { response_format: { type: 'text' } }, 400, 'unsupported_parameter', 'response_format'],
    ['a conversation', { conversation: 'conv_1' }, 400, 'unsupported_parameter', 'conversation'],
    ['too long an input', { input: 'x'.repeat(1200) }, 400, 'context_length_exceeded', 'input'],
  ])('%s', async (_, fields, status, code, param) => {
    for (const stream of [false, true]) {
      const input = Object.keys(fields).length === 0 ? {} : { input: 'hi' }
      const response = await responsesOf().post({ ...input, ...fields, stream })
      const { error } = response.json()
      expect([response.statusCode, error.code, error.param]).toEqual([status, code, param])
    }
  })

  test('verbosity has no effect, and that is said', async () => {
    const response = await responsesOf().post({ input: 'hi', text: { verbosity: 'low' } })
    expect(response.headers['x-trivet-warnings']).toBe('ignored: text.verbosity')
  })
})
