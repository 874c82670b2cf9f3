import { expect, test } from 'vitest'
import { passing, viaHere } from './via.ts'

test('a request names all it has come through, also after a while', async () => {
  const self = viaHere()
  const sent = await passing('one, two', async () => {
    await new Promise(setImmediate)
    return viaHere()
  })
  expect(sent).toBe(`one, two, ${self}`)
  expect(passing(undefined, viaHere)).toBe(self)
})

test.each([
  ['has come through here', () => viaHere()],
  ['has come through too many', () => Array.from({ length: 9 }, (_, at) => `s${at}`).join(',')],
])('one that %s goes no further', (_, header) => {
  expect(() => passing(header(), () => 'done')).toThrow('came back')
})
