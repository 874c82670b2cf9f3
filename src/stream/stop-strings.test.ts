import { describe, expect, test } from 'vitest'
import type { EngineEvent, FinishReason } from '../core/event.ts'
import { stopStrings } from './stop-strings.ts'

interface Outcome {
  readonly text: string
  readonly reason: FinishReason | undefined
  readonly completionTokens: number | undefined
  /** Pieces delivered, to see what was sent when. */
  readonly pieces: readonly string[]
  readonly stopString: string | undefined
}

const progress: EngineEvent = { type: 'prompt-progress', done: 5, total: 5, cached: 2 }

/** An engine's whole stream: each piece is one token. */
function stream(pieces: readonly string[]): EngineEvent[] {
  return [
    progress,
    ...pieces.map((text): EngineEvent => ({ type: 'text-delta', text, tokens: 1 })),
    { type: 'usage', promptTokens: 5, completionTokens: pieces.length, cachedTokens: 2 },
    { type: 'finish', reason: 'length' },
  ]
}

function run(stops: readonly string[], events: readonly EngineEvent[]): Outcome {
  const transform = stopStrings(stops)
  const out = events.flatMap((event) => transform(event))
  const pieces = out.flatMap((event) => (event.type === 'text-delta' && event.text !== '' ? [event.text] : []))
  const finishes = out.filter((event) => event.type === 'finish')
  const usages = out.filter((event) => event.type === 'usage')
  expect(finishes.length).toBe(1)
  expect(usages.length).toBe(1)
  const { reason, stopString } = finishes[0] ?? {}
  return { text: pieces.join(''), reason, stopString, completionTokens: usages[0]?.completionTokens, pieces }
}

/** What the whole text says, read in one go: cut before the stop that ends first, the longest of those. */
function reference(stops: readonly string[], text: string): { text: string; reason: FinishReason } {
  for (let end = 1; end <= text.length; end++) {
    const complete = stops.filter((stop) => text.slice(0, end).endsWith(stop))
    if (complete.length > 0) {
      return { text: text.slice(0, end - Math.max(...complete.map((stop) => stop.length))), reason: 'stop' }
    }
  }
  return { text, reason: 'length' }
}

/** A small linear congruential generator: the same cases on every run. */
function randoms(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('stopStrings', () => {
  test('cuts inside one token', () => {
    expect(run(['lo W'], stream(['Hello World']))).toMatchObject({ text: 'Hel', reason: 'stop', completionTokens: 1 })
  })

  test('cuts across tokens, and nothing of the stop string is ever sent', () => {
    const outcome = run(['END'], stream(['one ', 'E', 'N', 'D', ' two']))
    expect(outcome).toEqual({ text: 'one ', reason: 'stop', stopString: 'END', completionTokens: 4, pieces: ['one '] })
  })

  test('sends what was held back once it turns out to be something else', () => {
    expect(run(['END'], stream(['E', 'N', 'JOY'])).pieces).toEqual(['ENJOY'])
  })

  test('holds back no more than the start of a stop string', () => {
    expect(run(['aab'], stream(['aa', 'a', 'c'])).pieces).toEqual(['a', 'aac'])
  })

  test('sends what is still held when the engine ends by itself', () => {
    expect(run(['END'], stream(['the E', 'N']))).toMatchObject({
      text: 'the EN',
      reason: 'length',
      completionTokens: 2,
    })
  })

  test('of two complete at one character, the longer wins', () => {
    expect(run(['b', 'ab'], stream(['xa', 'b']))).toMatchObject({ text: 'x', stopString: 'ab' })
  })

  test('its usage tells the prompt from the last progress, and later events are dropped', () => {
    const transform = stopStrings(['!'])
    const events = stream(['a', '!', 'b'])
    expect(events.flatMap((event) => transform(event))).toEqual([
      progress,
      { type: 'text-delta', text: 'a', tokens: 1 },
      { type: 'text-delta', text: '', tokens: 1 },
      { type: 'usage', promptTokens: 5, completionTokens: 2, cachedTokens: 2 },
      { type: 'finish', reason: 'stop', stopString: '!' },
    ])
  })

  test('its usage tells what had been guessed when the text it ends with came', () => {
    const events: EngineEvent[] = [
      progress,
      { type: 'guess-progress', accepted: 0, rejected: 3 },
      { type: 'text-delta', text: 'a', tokens: 1 },
      { type: 'guess-progress', accepted: 1, rejected: 2 },
      { type: 'text-delta', text: '!', tokens: 1 },
      { type: 'guess-progress', accepted: 2, rejected: 1 },
      { type: 'text-delta', text: 'b', tokens: 1 },
    ]
    const transform = stopStrings(['!'])
    const usage = events.flatMap((event) => transform(event)).find(({ type }) => type === 'usage')
    expect(usage).toMatchObject({ completionTokens: 2, speculation: { accepted: 1, rejected: 2 } })
  })

  test('an error passes', () => {
    const failure: EngineEvent = {
      type: 'error',
      error: { code: 'engine_error', details: { reason: 'x' }, param: null },
    }
    expect(stopStrings(['END'])(failure)).toEqual([failure])
  })

  test('without stop strings every event passes as it is', () => {
    const events = stream(['a', 'b'])
    const transform = stopStrings([])
    expect(events.flatMap((event) => transform(event))).toEqual(events)
  })

  test('however the text is split, the outcome is that of the whole text', () => {
    const random = randoms(20_260_101)
    const alphabet = ['a', 'b', 'ab', '😀', '\n']
    const pick = (length: number): string => Array.from({ length }, () => alphabet[random(alphabet.length)]).join('')
    let cut = 0
    for (let round = 0; round < 3000; round++) {
      const text = pick(1 + random(24))
      const stops = Array.from({ length: 1 + random(3) }, () => pick(1 + random(4)))
      const expected = reference(stops, text)
      const pieces: string[] = []
      const characters = [...text]
      while (characters.length > 0) pieces.push(characters.splice(0, 1 + random(5)).join(''))
      const { text: got, reason } = run(stops, stream(pieces))
      expect({ stops, pieces, text: got, reason }).toEqual({ stops, pieces, ...expected })
      if (reason === 'stop') cut++
    }
    expect(cut).toBeGreaterThan(1000)
  })
})
