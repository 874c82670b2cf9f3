import { expect, test } from 'vitest'
import { WaitingCalls } from './waiting-calls.ts'

const call = (id: string, name: string) => ({ id, name, arguments: '{}' })

test('a call is taken once, by whichever of the three it is asked for', () => {
  const waiting = new WaitingCalls()
  waiting.add([call('1', 'a'), call('2', 'b'), call('3', 'a'), call('4', 'b')])
  expect(waiting.takeId('2')).toEqual(call('2', 'b'))
  expect(waiting.takeName('b')).toEqual(call('4', 'b'))
  expect(waiting.takeName('b')).toBeUndefined()
  expect(waiting.takeFirst()).toEqual(call('1', 'a'))
  expect(waiting.takeName('a')).toEqual(call('3', 'a'))
  expect(waiting.takeFirst()).toBeUndefined()
  expect(waiting.takeId('1')).toBeUndefined()
})

test('a hundred thousand calls find a hundred thousand results', () => {
  const waiting = new WaitingCalls()
  const calls = Array.from({ length: 100_000 }, (_, at) => call(`${at}`, 'a'))
  waiting.add(calls)
  expect(calls.map(() => waiting.takeName('a'))).toEqual(calls)
})
