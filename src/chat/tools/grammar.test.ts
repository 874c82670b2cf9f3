import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { derive } from '../../../test/fakes/derive.ts'
import { seededRandom } from '../../../test/fakes/random.ts'
import { CASES } from '../../../test/fixtures/tool-formats.ts'
import type { Tool } from '../../core/chat.ts'
import { callableTools } from './callable.ts'
import { offeredTools } from './offered.ts'
import { readerOf } from './source.ts'

const TOOLS: readonly Tool[] = [
  {
    name: 'get_weather',
    description: 'The weather',
    parameters: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        zip: { type: 'string', pattern: '^[0-9]{5}$' },
        days: { type: 'integer', minimum: 1, maximum: 14 },
        unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
        exact: { type: 'boolean' },
        near: { $ref: '#/$defs/place' },
        tags: { type: 'array', items: { type: 'string', maxLength: 4 }, maxItems: 2 },
        note: { type: ['string', 'null'], maxLength: 5 },
      },
      required: ['city', 'days', 'exact'],
      additionalProperties: false,
      $defs: {
        place: {
          type: 'object',
          properties: { lat: { type: 'number', minimum: -90, maximum: 90 } },
          required: ['lat'],
          additionalProperties: false,
        },
      },
    },
  },
  { name: 'get_time', description: null, parameters: { type: 'object', properties: {}, additionalProperties: false } },
  { name: 'ns.tool-2', description: null, parameters: null },
]

const FORMATS = [...new Set(CASES.map(({ format }) => format))]
const ajv = new Ajv2020()
const valid = new Map(TOOLS.map(({ name, parameters }) => [name, ajv.compile(parameters ?? { maxProperties: 0 })]))

describe.each(FORMATS)('$name', (format) => {
  const { tools, unenforced } = callableTools(TOOLS, format)

  test('holds all of these tools to their schemas', () => {
    expect(unenforced).toEqual([])
  })

  test.each([
    ['several calls', true],
    ['one call', false],
  ])('whatever its grammar allows is read as %s, with valid arguments', (_, parallel) => {
    const language = format.calls(tools, parallel)
    for (let seed = 1; seed <= 40; seed++) {
      const raw = (format.callLead?.first ?? '') + derive(language, seededRandom(seed))
      const calls = read(format, raw)
      expect(
        format.triggers(tools).some((trigger) => new RegExp(trigger).test(raw)),
        raw,
      ).toBe(true)
      expect(calls.length, raw).toBeGreaterThan(0)
      if (!parallel) expect(calls.length, raw).toBe(1)
      for (const [name, args] of calls) {
        const validate = valid.get(name)
        expect([validate?.(JSON.parse(args)), validate?.errors], `${raw} → ${args}`).toEqual([true, null])
      }
    }
  })
})

/** The calls in this text, which must be all there is in it but white space. */
function read(format: (typeof FORMATS)[number], raw: string): readonly (readonly [name: string, args: string])[] {
  const reader = readerOf((source) => format.read(source, offeredTools(TOOLS)))
  const calls: [string, string][] = []
  let ended = 0
  for (const part of [...reader.write(raw), ...reader.end()]) {
    if (part.type === 'text') expect(part.text.trim(), raw).toBe('')
    if (part.type === 'call-start') calls.push([part.name, ''])
    const last = calls.at(-1)
    if (part.type === 'call-arguments' && last) last[1] += part.text
    if (part.type === 'call-end') ended++
  }
  expect(ended, raw).toBe(calls.length)
  return calls
}
