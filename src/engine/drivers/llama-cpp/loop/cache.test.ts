import { describe, expect, test, vi } from 'vitest'
import { type CachePolicy, type Cells, PromptCache } from './cache.ts'
import type { Lane } from './lane.ts'
import { Reading } from './reading.ts'

/** A prompt of which only the last token's logits are wanted. */
class Prompt extends Reading {
  constructor(tokens: readonly number[]) {
    super({ tokens, media: [] }, [], { emit() {}, end() {} })
  }
  wantsLogits(position: number): boolean {
    return position === this.prompt.length - 1
  }
  sliceRead(): void {}
}

/** Cells of sequences that hold nothing but their number: the tokens are the lanes' own affair. */
function cellsThat(load: 'fit' | "don't fit"): Cells & { readonly copied: [from: number, to: number][] } {
  const copied: [from: number, to: number][] = []
  return {
    copied,
    save: (lane) => ({ state: Uint8Array.of(lane), heads: [], byteLength: 1 }),
    load(lane, { state }) {
      copied.push([state[0] as number, lane])
      return load === 'fit'
    },
    cut() {},
  }
}

const LANES: CachePolicy = {
  lanes: 4,
  exactSliceTokens: null,
  wholeOnly: false,
  shelfBytes: 1000,
  laneTokens: 1_000_000,
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

/** Reads a prompt to its end in the lane it gets. */
function read(cache: PromptCache, tokens: readonly number[]): Lane {
  const lane = cache.claim(new Prompt(tokens)) as Lane
  for (const token of tokens.slice(lane.tokens.length)) lane.tokens.push(token)
  return lane
}

/** Four conversations of 100 tokens in lanes 0 to 3, of which all but the one in lane 0 have ended. */
function fourConversations(cells: Cells): { readonly cache: PromptCache; readonly lanes: readonly Lane[] } {
  const cache = new PromptCache(cells, LANES)
  const lanes = [0, 1000, 2000, 3000].map((from) => read(cache, numbers(from, 100)))
  expect(lanes.map(({ id }) => id)).toEqual([0, 1, 2, 3])
  for (const lane of lanes.slice(1)) cache.release(lane)
  return { cache, lanes }
}

describe('a conversation that goes on', () => {
  test('moves beside the answers that run, what lay there goes onto the shelf', () => {
    const cells = cellsThat('fit')
    const { cache } = fourConversations(cells)
    const more = new Prompt(numbers(3000, 120))
    const lane = cache.claim(more)
    expect(lane).toMatchObject({ id: 1, tokens: numbers(3000, 100) })
    expect(more.borrowed).toBe(100)
    expect(cells.copied).toEqual([[3, 1]])
    // The conversation of lane 1 comes from the shelf into the lane that has become free; two lanes lie side by side.
    expect(read(cache, numbers(1000, 120)).id).toBe(2)
    expect(cells.copied.at(-1)).toEqual([1, 2])
  })

  test('stays where it is when nobody else is there', () => {
    const cells = cellsThat('fit')
    const { cache, lanes } = fourConversations(cells)
    cache.release(lanes[0] as Lane)
    expect(read(cache, numbers(3000, 120)).id).toBe(3)
    expect(cells.copied).toEqual([])
  })

  test('stays where it is when llama.cpp has no room for a copy', () => {
    const { cache } = fourConversations(cellsThat("don't fit"))
    const more = new Prompt(numbers(3000, 120))
    expect(cache.claim(more)).toMatchObject({ id: 3, tokens: numbers(3000, 100) })
    expect(more.borrowed).toBe(100)
  })
})

/** A prompt and its answer, in the lane they got. */
function answered(cache: PromptCache, prompt: readonly number[], answer: readonly number[]): Lane {
  const lane = read(cache, prompt)
  lane.tokens.push(...answer)
  cache.release(lane)
  return lane
}

/** What a prompt finds of itself, and the lane it gets. */
function claimed(cache: PromptCache, tokens: readonly number[]): { readonly borrowed: number; readonly id: number } {
  const reading = new Prompt(tokens)
  const lane = cache.claim(reading) as Lane
  cache.borrow(reading, lane)
  return { borrowed: reading.borrowed, id: lane.id }
}

describe('a short prompt again', () => {
  const PROMPT = numbers(0, 16)

  test('cuts its lane back to it; a long answer is kept beside, once', () => {
    const cells = cellsThat('fit')
    const save = vi.spyOn(cells, 'save')
    const cache = new PromptCache(cells, LANES)
    answered(cache, PROMPT, numbers(100, 80))
    for (const _ of ['again', 'and again']) {
      const reading = new Prompt(PROMPT)
      const lane = cache.claim(reading) as Lane
      expect(lane).toMatchObject({ id: 0, tokens: numbers(0, 15) })
      expect(reading.borrowed).toBe(15)
      lane.tokens.push(15, ...numbers(100, 80))
      cache.release(lane)
    }
    expect(save).toHaveBeenCalledTimes(1)
    answered(cache, PROMPT, numbers(500, 4))
    // The conversation with the long answer goes on, beside the other.
    expect(claimed(cache, [...PROMPT, ...numbers(100, 80), 7])).toEqual({ borrowed: 96, id: 1 })
  })

  test('is copied where the answer could not be kept beside', () => {
    const cache = new PromptCache(cellsThat('fit'), { ...LANES, shelfBytes: 0 })
    answered(cache, PROMPT, numbers(100, 80))
    expect(claimed(cache, PROMPT)).toEqual({ borrowed: 15, id: 1 })
    expect(claimed(cache, [...PROMPT, ...numbers(100, 80), 7])).toEqual({ borrowed: 96, id: 0 })
  })

  test('takes what the only lane has', () => {
    const cache = new PromptCache(cellsThat('fit'), { ...LANES, lanes: 1, shelfBytes: 0 })
    answered(cache, PROMPT, numbers(100, 80))
    expect(claimed(cache, PROMPT)).toEqual({ borrowed: 15, id: 0 })
  })
})

test('a short common beginning leaves a conversation where it is, and is copied if that is cheaper than computing it', () => {
  const cache = new PromptCache(cellsThat('fit'), LANES)
  answered(cache, numbers(0, 100), numbers(200, 40))
  expect(claimed(cache, [...numbers(0, 2), 7, 8, 9])).toEqual({ borrowed: 0, id: 1 })
  expect(claimed(cache, [...numbers(0, 20), 7, 8, 9])).toEqual({ borrowed: 20, id: 2 })
  expect(claimed(cache, [...numbers(0, 100), ...numbers(200, 40), 7])).toEqual({ borrowed: 140, id: 0 })
})

test('a prompt of any length is taken over: more tokens than a call takes arguments', () => {
  const cache = new PromptCache(cellsThat('fit'), LANES)
  const tokens = numbers(0, 300_000)
  read(cache, tokens)
  const again = new Prompt(tokens)
  const lane = cache.claim(again) as Lane
  cache.borrow(again, lane)
  expect(lane.tokens.length).toBe(299_999)
})
