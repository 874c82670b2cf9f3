import { describe, expect, test } from 'vitest'
import { responsesOf } from '../../../test/fakes/responses.ts'

describe('what is refused', () => {
  test.each<[string, object, number, string, string | null]>([
    ['no input', {}, 400, 'missing_field', 'input'],
    ['an unknown model', { model: 'nope' }, 404, 'model_not_found', 'model'],
    [
      'an image without its address',
      { input: [{ role: 'user', content: [{ type: 'input_image' }] }] },
      400,
      'missing_field',
      'input.0.content.0.image_url',
    ],
    [
      'an image for a model that reads text',
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,AA==' }] }] },
      400,
      'wrong_model_type',
      'input.0.content.0.image_url',
    ],
    [
      'a file',
      { input: [{ role: 'user', content: [{ type: 'input_file' }] }] },
      400,
      'unsupported_content_part_type',
      'input.0.content.0',
    ],
    ...['input_image', 'input_file'].map((type): [string, object, number, string, string] => [
      `a file kept elsewhere, as ${type}`,
      { input: [{ role: 'user', content: [{ type, file_id: 'file-1' }] }] },
      400,
      'invalid_content_part',
      'input.0.content.0.file_id',
    ]),
    ['an unknown item', { input: [{ type: 'mystery' }] }, 400, 'invalid_value', 'input.0'],
    ['background without storing', { background: true, store: false }, 400, 'invalid_value', 'background'],
    ['a tool without a name', { tools: [{ type: 'function' }] }, 400, 'missing_field', 'tools.0.name'],
    ['a name no tool can have', { tools: [{ type: 'custom', name: 'a b' }] }, 400, 'invalid_value', 'tools.0.name'],
    [
      'the same inside',
      { tools: [{ type: 'function', function: { name: 'é' } }] },
      400,
      'invalid_value',
      'tools.0.function.name',
    ],
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

  test.each([
    ['medium', 200, undefined],
    ['low', 200, 'ignored: text.verbosity'],
    ['loud', 400, undefined],
  ])('verbosity has no effect, and that is said: %s', async (verbosity, status, warnings) => {
    const response = await responsesOf().post({ input: 'hi', text: { verbosity } })
    expect([response.statusCode, response.headers['x-trivet-warnings']]).toEqual([status, warnings])
  })
})
