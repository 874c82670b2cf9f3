import { expect, test } from 'vitest'
import { PushQueue } from './push-queue.ts'

async function drain<T>(values: AsyncIterable<T>): Promise<T[]> {
  const drained: T[] = []
  for await (const value of values) drained.push(value)
  return drained
}

test('gives what was pushed, before and while it is consumed, until it is closed', async () => {
  const queue = new PushQueue<string | undefined>()
  queue.push('a')
  queue.push(undefined)
  expect(await queue.next()).toEqual({ done: false, value: 'a' })
  const rest = drain(queue)
  queue.push('c')
  await Promise.resolve()
  queue.push('d')
  queue.close()
  queue.push('too late')
  expect(await rest).toEqual([undefined, 'c', 'd'])
})

test('a consumer that waits is told of the end', async () => {
  const queue = new PushQueue<string>()
  const rest = drain(queue)
  queue.close()
  expect(await rest).toEqual([])
})

test('a failure comes after what was pushed before it, once', async () => {
  const queue = new PushQueue<string>()
  queue.push('a')
  queue.fail(new Error('broken'))
  expect(await queue.next()).toEqual({ done: false, value: 'a' })
  await expect(queue.next()).rejects.toThrow('broken')
  expect(await queue.next()).toEqual({ done: true, value: undefined })
})

test('a consumer that waits is told of a failure', async () => {
  const queue = new PushQueue<string>()
  const rest = drain(queue)
  queue.fail(new Error('broken'))
  await expect(rest).rejects.toThrow('broken')
})

test('discarded, it gives nothing more, not even what was waiting', async () => {
  const queue = new PushQueue<string>()
  queue.push('a')
  queue.push('b')
  expect((await queue.next()).value).toBe('a')
  queue.discard()
  expect(await drain(queue)).toEqual([])
})

test('a consumer that leaves ends it', async () => {
  const queue = new PushQueue<string>()
  queue.push('a')
  queue.push('b')
  for await (const value of queue) {
    expect(value).toBe('a')
    break
  }
  queue.push('c')
  expect(await drain(queue)).toEqual([])
})
