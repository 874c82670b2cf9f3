import { describe, expect, test } from 'vitest'
import { commonLength, type Lane } from './lane.ts'
import { Lanes } from './lanes.ts'
import type { Reading } from './reading.ts'

const OWNER = {} as Reading
const whole = (length: number) => length

/** Lanes that hold the given tokens, all idle, used in the order given. */
function lanesWith(...contents: number[][]): { lanes: Lanes; all: Lane[] } {
  const lanes = new Lanes(contents.length)
  const all = contents.map((tokens) => {
    const lane = lanes.vacant() as Lane
    lane.tokens.push(...tokens)
    lane.owner = OWNER
    lanes.touch(lane)
    return lane
  })
  for (const lane of all) lane.owner = null
  return { lanes, all }
}

test.each([
  [[1, 2, 3], [1, 2, 3], 3],
  [[1, 2, 3], [1, 2, 4, 5], 2],
  [[], [1], 0],
  [[2], [1], 0],
])('%j and %j share %i tokens', (a, b, length) => {
  expect(commonLength(a, b)).toBe(length)
})

describe('the longest prefix', () => {
  test('is found whoever holds it, running or finished', () => {
    const { lanes, all } = lanesWith([1, 2], [1, 2, 3, 9], [4])
    ;(all[1] as Lane).owner = OWNER
    expect(lanes.longestPrefix([1, 2, 3, 4], whole)).toEqual({ lane: all[1], length: 3 })
  })

  test('is none when nobody starts alike', () => {
    expect(lanesWith([1], [2]).lanes.longestPrefix([3], whole)).toBeNull()
  })

  test('is what may be used of it', () => {
    const { lanes, all } = lanesWith([1, 2, 3, 4, 5])
    expect(lanes.longestPrefix([1, 2, 3, 4, 5], (length) => length - (length % 2))).toEqual({ lane: all[0], length: 4 })
  })
})

describe('the lane to use next', () => {
  test('is an empty one before a cached one', () => {
    const { lanes, all } = lanesWith([1], [], [2])
    expect(lanes.vacant()).toBe(all[1])
  })

  test('is else the one unused for longest', () => {
    const { lanes, all } = lanesWith([1], [2], [3])
    lanes.touch(all[0] as Lane)
    expect(lanes.vacant()).toBe(all[1])
  })

  test.each([
    ['beside those that are owned, though cached, before an empty one further off', [1], [0, 2], 0],
    ['beside those that are owned, the one unused for longest', [2], [1], 3],
    ['beside those that are owned, an empty one before a cached one', [3], [], 4],
    ['between those that are owned', [0, 2], [], 1],
    ['nearest to them where none is beside', [0, 1, 3, 4], [], 2],
  ])('is %s', (_, owned, touched, expected) => {
    const { lanes, all } = lanesWith([1], [2], [3], [4], [])
    for (const id of touched) lanes.touch(all[id] as Lane)
    for (const id of owned) (all[id] as Lane).owner = OWNER
    expect(lanes.vacant()).toBe(all[expected])
  })

  test('is none when all are owned', () => {
    const { lanes, all } = lanesWith([1], [2])
    for (const lane of all) lane.owner = OWNER
    expect(lanes.vacant()).toBeNull()
  })
})

describe('redundant lanes', () => {
  test('the one just finished, when another holds all of it', () => {
    const { lanes, all } = lanesWith([1, 2, 3], [1, 2])
    expect(lanes.redundant(all[1] as Lane)).toEqual([all[1]])
  })

  test('the others, when it holds all of them', () => {
    const { lanes, all } = lanesWith([1], [1, 2], [2], [1, 2, 3])
    expect(lanes.redundant(all[3] as Lane)).toEqual([all[0], all[1]])
  })

  test('never one that is owned', () => {
    const { lanes, all } = lanesWith([1], [1, 2])
    ;(all[0] as Lane).owner = OWNER
    expect(lanes.redundant(all[1] as Lane)).toEqual([])
  })
})
