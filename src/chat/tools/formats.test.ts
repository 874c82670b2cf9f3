import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../test/fakes/random.ts'
import { CASES, type FormatCase } from '../../../test/fixtures/tool-formats.ts'
import type { AnswerPart } from '../../core/answer.ts'
import { offeredTools } from './offered.ts'
import { readerOf } from './source.ts'

const TOOLS = offeredTools([
  {
    name: 'get_weather',
    description: null,
    parameters: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        days: { type: 'integer' },
        unit: { enum: ['c', 'f'], type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
      },
    },
  },
  { name: 'get_time', description: null, parameters: { type: 'object', properties: {} } },
  { name: 'ns.tool-2', description: null, parameters: null },
])

interface Read {
  readonly text: string
  readonly calls: readonly (readonly [name: string, args: unknown])[]
  /** Begun and not ended. */
  readonly broken: number
}

/** What a reader makes of these pieces. Arguments must be JSON whenever their call ended. */
function read({ format }: FormatCase, pieces: readonly string[]): Read {
  const reader = readerOf((source) => format.read(source, TOOLS))
  const parts = [...pieces.flatMap((piece) => reader.write(piece)), ...reader.end()]
  const calls: [string, unknown][] = []
  let [text, args, open] = ['', '', '']
  const step = (part: AnswerPart) => {
    if (part.type === 'text') text += part.text
    if (part.type === 'call-start') [open, args] = [part.name, '']
    if (part.type === 'call-arguments') args += part.text
    if (part.type === 'call-end') {
      calls.push([open, JSON.parse(args)])
      open = ''
    }
  }
  for (const part of parts) step(part)
  return { text, calls, broken: open === '' ? 0 : 1 }
}

function* randomSplits(text: string, seed: number): Generator<string> {
  const random = seededRandom(seed)
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * 12)
    yield text.slice(at, at + length)
    at += length
  }
}

describe.each(CASES)('$format.name: $title', (row) => {
  const expected: Read = { text: row.text ?? '', calls: row.calls ?? [], broken: row.broken ? 1 : 0 }

  test('whole', () => {
    expect(read(row, [row.raw])).toEqual(expected)
  })

  test('character by character', () => {
    expect(read(row, row.raw.split(''))).toEqual(expected)
  })

  test('cut at random', () => {
    for (let seed = 1; seed <= 20; seed++) expect(read(row, [...randomSplits(row.raw, seed)])).toEqual(expected)
  })
})

test('arguments come while the model writes them', () => {
  const reader = readerOf((source) => CASES[0]?.format.read(source, TOOLS) ?? emptyScan())
  expect(reader.write('<tool_call>\n{"name": "get_weather", "arguments": {"ci')).toEqual([
    { type: 'call-start', name: 'get_weather' },
    { type: 'call-arguments', text: '{"ci' },
  ])
  expect(reader.write('ty": "Par')).toEqual([{ type: 'call-arguments', text: 'ty": "Par' }])
})

function* emptyScan() {}
