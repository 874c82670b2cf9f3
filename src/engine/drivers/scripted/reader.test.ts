import { describe, expect, test } from 'vitest'
import type { EngineEvent } from '../../../core/event.ts'
import { playReading, type ReadingTask, reads } from './reader.ts'
import { scriptSchema } from './script.ts'
import { Words } from './words.ts'

const script = scriptSchema.parse({ replies: [], embeddingSize: 3, logits: true, model: { vocabularyTokens: 5 } })

const words = new Words()

function read(task: ReadingTask, contextTokens = 4): EngineEvent[] {
  return [...playReading(script, task, words, contextTokens)]
}

function floats(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64')
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

describe('embeddings', () => {
  const embed = (inputs: readonly (string | readonly number[])[], truncate?: boolean | number) =>
    read({ kind: 'embed', inputs, normalize: true, ...(truncate !== undefined && { truncate }) })

  test('are one a text, the same for the same words, of length 1', () => {
    const events = embed(['one two', 'three', 'one two'])
    expect(events.map(({ type }) => type)).toEqual(['embedding', 'embedding', 'embedding', 'usage', 'finish'])
    const [first, other, again] = events.flatMap((event) => (event.type === 'embedding' ? [event] : []))
    expect([first?.index, other?.index, again?.index]).toEqual([0, 1, 2])
    expect([first?.tokens, other?.tokens]).toEqual([2, 1])
    expect(again?.vector).toBe(first?.vector)
    expect(other?.vector).not.toBe(first?.vector)
    expect(Math.hypot(...floats(first?.vector ?? ''))).toBeCloseTo(1, 6)
    expect(events.at(-2)).toEqual({ type: 'usage', promptTokens: 5, completionTokens: 0, cachedTokens: 0 })
  })

  test('of a text over the context are refused by its index, or of its beginning', () => {
    const details = { limit: 4, prompt: 5 }
    expect(embed(['a', 'a b c d e'])).toEqual([
      { type: 'error', error: { code: 'context_length_exceeded', details, param: 'input.1' } },
    ])
    expect(embed(['a b c d e'], true)[0]).toEqual(embed(['a b c d'])[0])
    expect(embed(['a b c d'], 2)[0]).toEqual(embed(['a b'])[0])
  })
})

describe('logits', () => {
  const rows = (from: number, top: number) =>
    read({ kind: 'logits', prompt: [1, 2, 3], from, top }).flatMap((event) => (event.type === 'logits' ? [event] : []))

  test('are a row after each token from a position on', () => {
    expect(rows(0, 0).map(({ position }) => position)).toEqual([0, 1, 2])
    expect(rows(1, 0)).toEqual(rows(0, 0).slice(1))
    expect(rows(-1, 0)).toEqual(rows(0, 0).slice(2))
    expect(floats(rows(0, 0)[0]?.values ?? '')).toHaveLength(5)
  })

  test('are the largest first when only some are wanted', () => {
    const all = floats(rows(-1, 0)[0]?.values ?? '')
    const [row] = rows(-1, 2)
    const sorted = all.map((value, id) => [value, id] as const).toSorted(([a], [b]) => b - a)
    expect(row?.ids).toEqual(sorted.slice(0, 2).map(([, id]) => id))
    expect(floats(row?.values ?? '')).toEqual(sorted.slice(0, 2).map(([value]) => value))
  })
})

test('a script says what its model is made for', () => {
  const chat = scriptSchema.parse({ replies: [] })
  const embed = { kind: 'embed', inputs: [], normalize: true } as const
  const logits = { kind: 'logits', prompt: [], from: 0, top: 1 } as const
  expect([reads(chat, embed), reads(chat, logits), reads(script, embed), reads(script, logits)]).toEqual([
    false,
    false,
    true,
    true,
  ])
})
