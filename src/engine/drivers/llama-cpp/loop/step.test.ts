import { expect, test } from 'vitest'
import type { Sequence } from './sequence.ts'
import { type Slice, stepsOf } from './step.ts'

const [a, b, lora] = [{ key: '' }, { key: '' }, { key: 'x' }] as Sequence[] as [Sequence, Sequence, Sequence]
const slice = (key: string): Slice => ({ reading: { key } as Sequence, start: 0, end: 1 })
const together = { slices: false, sequences: false }

test('answers and a slice under the same adapters share a step', () => {
  const plain = slice('')
  expect(stepsOf([a, lora, b], [plain], together)).toEqual([
    { sequences: [a, b], slices: [plain] },
    { sequences: [lora], slices: [] },
  ])
})

test('a slice under adapters of its own has a step of its own', () => {
  const other = slice('y')
  expect(stepsOf([a], [other], together)).toEqual([
    { sequences: [a], slices: [] },
    { sequences: [], slices: [other] },
  ])
})

test('where arithmetic has to be exact, the slice goes alone, and answers too if they must', () => {
  const plain = slice('')
  expect(stepsOf([a, b], [plain], { slices: true, sequences: false })).toEqual([
    { sequences: [a, b], slices: [] },
    { sequences: [], slices: [plain] },
  ])
  expect(stepsOf([a, b], [], { slices: true, sequences: true })).toEqual([
    { sequences: [a], slices: [] },
    { sequences: [b], slices: [] },
  ])
})

test('slices of several prompts share a step', () => {
  const [one, two, other] = [slice(''), slice(''), slice('y')]
  expect(stepsOf([], [one, other, two], together)).toEqual([
    { sequences: [], slices: [one, two] },
    { sequences: [], slices: [other] },
  ])
})

test('nothing to do is no step', () => {
  expect(stepsOf([], [], together)).toEqual([])
})
