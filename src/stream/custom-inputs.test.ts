import { describe, expect, test } from 'vitest'
import type { EngineEvent } from '../core/event.ts'
import { customInputs } from './custom-inputs.ts'

const TEXT = 'a "b" \\c\n\t/ é 日 😀 \u0001'

/** The pieces of text that the call of a custom tool makes of these arguments. */
function pieces(args: readonly string[], ends = true): readonly string[] {
  const transform = customInputs(new Set(['patch']))
  const events: EngineEvent[] = [
    { type: 'tool-call-start', call: 0, id: 'c', name: 'patch', tokens: 1 },
    ...args.map((text): EngineEvent => ({ type: 'tool-call-delta', call: 0, arguments: text, tokens: 1 })),
    ...(ends ? [{ type: 'tool-call-end', call: 0, tokens: 0 } as const] : []),
  ]
  const out = events.flatMap((event) => transform(event))
  expect(out.every((event) => event.type === 'tool-call-end' || ('custom' in event && event.custom))).toBe(true)
  return out.flatMap((event) => (event.type === 'tool-call-delta' ? [event.arguments] : []))
}

describe('the input of a custom tool', () => {
  test('is the text in its JSON, cut anywhere', () => {
    for (const json of [JSON.stringify({ input: TEXT }), ` { "input" : ${escapedWhole(TEXT)} }`]) {
      expect(pieces([json]).join('')).toBe(TEXT)
      expect(pieces(json.split('')).join('')).toBe(TEXT)
    }
  })

  test('comes while it is written', () => {
    expect(pieces(['{"inp', 'ut": "ab', 'c\\', 'n\\ud83d', '\\ude00"', '}'])).toEqual(['', 'ab', 'c', '\n', '😀', ''])
  })

  test('that was cut is what there was of it', () => {
    expect(pieces(['{"input": "ab\\u00'], false)).toEqual(['ab'])
  })

  test('of another form is handed over as it is', () => {
    expect(pieces(['{"text": ', '"a"}'])).toEqual(['', '', '{"text": "a"}'])
    expect(pieces(['{"why": 1, "input": "a"}'])).toEqual(['', 'a'])
    expect(pieces(['{"input": 5}'])).toEqual(['', '{"input": 5}'])
  })
})

test('calls of functions stay as they are', () => {
  const transform = customInputs(new Set(['patch']))
  const start: EngineEvent = { type: 'tool-call-start', call: 0, id: 'c', name: 'look', tokens: 1 }
  const delta: EngineEvent = { type: 'tool-call-delta', call: 0, arguments: '{"input": "a"}', tokens: 1 }
  expect([start, delta].flatMap((event) => transform(event))).toEqual([start, delta])
})

/** As JSON with nothing but escapes. */
function escapedWhole(text: string): string {
  return `"${text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')}"`
}
