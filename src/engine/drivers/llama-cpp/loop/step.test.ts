import { expect, test } from 'vitest'
import type { Sequence } from './sequence.ts'
import { type Slice, stepsOf } from './step.ts'

const [a, b, lora] = [{ key: '' }, { key: '' }, { key: 'x' }] as Sequence[] as [Sequence, Sequence, Sequence]
const slice = (key: string): Slice => ({ reading: { key } as Sequence, start: 0, end: 1 })
const together = { slice: false, sequences: false }

test('answers and a slice under the same adapters share a step', () => {
  const plain = slice('')
  expect(stepsOf([a, lora, b], plain, together)).toEqual([
    { sequences: [a, b], slice: plain },
    { sequences: [lora], slice: null },
  ])
})

test('a slice under adapters of its own has a step of its own', () => {
  const other = slice('y')
  expect(stepsOf([a], other, together)).toEqual([
    { sequences: [a], slice: null },
    { sequences: [], slice: other },
  ])
})

test('where arithmetic has to be exact, the slice goes alone, and answers too if they must', () => {
  const plain = slice('')
  expect(stepsOf([a, b], plain, { slice: true, sequences: false })).toEqual([
    { sequences: [a, b], slice: null },
    { sequences: [], slice: plain },
  ])
  expect(stepsOf([a, b], null, { slice: true, sequences: true })).toEqual([
    { sequences: [a], slice: null },
    { sequences: [b], slice: null },
  ])
})

test('nothing to do is no step', () => {
  expect(stepsOf([], null, together)).toEqual([])
})
