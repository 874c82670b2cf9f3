import { expect, test } from 'vitest'
import { fewestThatFit } from './fewest.ts'

/** Looks until it fits, from `enough` dropped on; tells what it took. */
async function search(most: number, enough: number): Promise<{ dropped: number; looks: number }> {
  let looks = 0
  const outcomeOf = (dropped: number) => ({ dropped, fits: dropped >= enough })
  const outcome = await fewestThatFit(outcomeOf(0), most, async (dropped) => {
    looks++
    return outcomeOf(dropped)
  })
  return { dropped: outcome.dropped, looks }
}

test.each([
  [0, 0, 0],
  [5, 0, 0],
  [0, 3, 0],
  [5, 1, 1],
  [5, 4, 4],
  [5, 5, 5],
  [5, 9, 5],
])('of %d, where %d are enough, %d are dropped', async (most, enough, dropped) => {
  expect((await search(most, enough)).dropped).toBe(dropped)
})

test('looks are few', async () => {
  expect(await search(1000, 700)).toEqual({ dropped: 700, looks: 11 })
})
