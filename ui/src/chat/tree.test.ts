import { expect, test } from 'vitest'
import type { Turn } from '../api/chats.ts'
import { latestLeaf, leafOf, pathTo, siblingsOf, withTurn } from './tree.ts'

const turn = (id: string, parent: string | null, role: Turn['role'] = 'user') => ({ id, parent, role }) as Turn

/** A question with two answers, of which the first was gone on from twice. */
const turns = [
  turn('q', null),
  turn('a1', 'q', 'assistant'),
  turn('a2', 'q', 'assistant'),
  turn('f1', 'a1'),
  turn('f2', 'a1'),
  turn('g', 'f1', 'assistant'),
]

const ids = (some: readonly Turn[]) => some.map(({ id }) => id)

test('a path goes from the first turn to the one that is shown', () => {
  expect(ids(pathTo(turns, 'g'))).toEqual(['q', 'a1', 'f1', 'g'])
  expect([ids(pathTo(turns, 'a2')), pathTo(turns, 'none'), pathTo(turns, null)]).toEqual([['q', 'a2'], [], []])
})

test('turns that go round in a circle end all the same', () => {
  expect(ids(pathTo([turn('a', 'b'), turn('b', 'a')], 'a'))).toEqual(['b', 'a'])
})

test('siblings are what was said in the same place', () => {
  const [question, answer] = turns
  expect([question && ids(siblingsOf(turns, question)), answer && ids(siblingsOf(turns, answer))]).toEqual([
    ['q'],
    ['a1', 'a2'],
  ])
})

test('a branch is shown to its latest end', () => {
  expect([latestLeaf(turns, 'a1'), latestLeaf(turns, 'f1'), latestLeaf(turns, 'a2')]).toEqual(['f2', 'g', 'a2'])
  expect([leafOf(turns, 'a1'), leafOf(turns, null), leafOf(turns, 'none'), leafOf([], 'a1')]).toEqual([
    'f2',
    'g',
    'g',
    null,
  ])
})

test('a newer state takes the place of the older', () => {
  const newer = turn('a1', 'q', 'user')
  expect(withTurn(turns, newer)[1]).toBe(newer)
  expect(ids(withTurn(turns, turn('new', 'g')))).toEqual([...ids(turns), 'new'])
})
