import { expect, test } from 'vitest'
import { settled } from '../../../test/fakes/clock.ts'
import { Recording } from './recording.ts'

/** Says 1, 2, then waits to be let go on to 3. */
function halting() {
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  async function* source() {
    yield 1
    yield 2
    await gate
    yield 3
  }
  return { recording: new Recording(source()), goOn }
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const result: T[] = []
  for await (const value of values) result.push(value)
  return result
}

test('is read from any place by any number, before and after the end', async () => {
  const { recording, goOn } = halting()
  const early = [all(recording.from(0)), all(recording.from(1)), all(recording.from(5))]
  await settled()
  expect(recording.values).toEqual([1, 2])
  goOn()
  expect(await Promise.all(early)).toEqual([[1, 2, 3], [2, 3], []])
  expect(await all(recording.from(2))).toEqual([3])
})

test('runs to its end when nobody reads', async () => {
  const { recording, goOn } = halting()
  goOn()
  await settled()
  expect(recording.values).toEqual([1, 2, 3])
})

test('a failure is told to each reader, after what came before it', async () => {
  async function* source() {
    yield 1
    throw new Error('broken')
  }
  const recording = new Recording(source())
  const read: number[] = []
  const reading = async () => {
    for await (const value of recording.from(0)) read.push(value)
  }
  await expect(reading()).rejects.toThrow('broken')
  await expect(reading()).rejects.toThrow('broken')
  expect(read).toEqual([1, 1])
})
