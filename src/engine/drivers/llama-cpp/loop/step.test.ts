import { expect, test } from 'vitest'
import type { Sequence } from './sequence.ts'
import { changesAdapters, type Slice, stepsOf } from './step.ts'

const [a, b, lora] = [{ key: '' }, { key: '' }, { key: 'x' }] as Sequence[] as [Sequence, Sequence, Sequence]
const never = () => false
const slice = (key: string): Slice => ({ reading: { key, head: null } as Sequence, start: 0, end: 1, span: null })

test('answers under the same adapters share a step, and slices do', () => {
  const [one, two, other] = [slice(''), slice(''), slice('y')]
  expect(stepsOf([a, lora, b], [one, other, two], never)).toEqual([
    { sequences: [a, b], slices: [] },
    { sequences: [lora], slices: [] },
    { sequences: [], slices: [one, two] },
    { sequences: [], slices: [other] },
  ])
})

test('a slice whose every row is wanted goes alone', () => {
  const heard: Slice = { ...slice(''), reading: { key: '', head: {} } as Sequence }
  const [one, two] = [slice(''), slice('')]
  expect(stepsOf([], [one, heard, two], never)).toEqual([
    { sequences: [], slices: [one, two] },
    { sequences: [], slices: [heard] },
  ])
})

test('where arithmetic has to be exact, each answer goes alone', () => {
  expect(stepsOf([a, b], [], () => true)).toEqual([
    { sequences: [a], slices: [] },
    { sequences: [b], slices: [] },
  ])
})

test('where an adapter makes it inexact, only answers with one go alone', () => {
  expect(stepsOf([a, lora, b, lora], [], ({ key }) => key !== '')).toEqual([
    { sequences: [a, b], slices: [] },
    { sequences: [lora], slices: [] },
    { sequences: [lora], slices: [] },
  ])
})

test('steps under the same adapters follow each other, and adapters change only between others', () => {
  const steps = stepsOf([a, lora, b, lora], [], () => true)
  expect(steps.map(({ sequences }) => sequences[0]?.key)).toEqual(['', '', 'x', 'x'])
  expect(changesAdapters(steps)).toBe(true)
  expect(changesAdapters(steps.slice(0, 2))).toBe(false)
  expect(changesAdapters(stepsOf([a], [slice('y')], never))).toBe(true)
  expect(changesAdapters([])).toBe(false)
})

test('nothing to do is no step', () => {
  expect(stepsOf([], [], never)).toEqual([])
})
