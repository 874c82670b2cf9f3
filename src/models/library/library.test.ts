import { expect, test } from 'vitest'
import { precisionOf } from '../ids/precision.ts'
import { LIBRARY } from './library.ts'

test('no two of them have one id', () => {
  expect(new Set(LIBRARY.map(({ id }) => id.toLowerCase())).size).toBe(LIBRARY.length)
})

test.each(LIBRARY)('$id is whole', (model) => {
  expect(model.id).toMatch(/^[a-z0-9][a-z0-9_.-]{0,127}$/)
  expect(model.source).toMatch(/^[\w.-]+\/[\w.-]+$/)
  expect(model.activeParameters).toBeLessThanOrEqual(model.parameters)
  expect(model.licence).not.toBe('')
  expect(model.description).toMatch(/\.$/)
  expect(precisionOf(model.precision)).toBe(model.precision)
})

test.each(LIBRARY)(
  'the size of $id is that of its weights in its precision',
  ({ sizeBytes, parameters, precision }) => {
    const bits = (8 * sizeBytes) / parameters
    const [least, most] = precision === 'Q8_0' ? [8, 9.5] : [4, 6.5]
    expect(bits).toBeGreaterThanOrEqual(least)
    expect(bits).toBeLessThanOrEqual(most)
  },
)
