import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

const NEVER = new AbortController().signal

test('lets in as many as there are places, and the others in turn', async () => {
  const slots = createSlots(2)
  const entered: string[] = []
  const enter = async (name: string) => {
    const leave = await slots.enter(NEVER)
    entered.push(name)
    return leave
  }
  const [a, b] = await Promise.all([enter('a'), enter('b')])
  const [c, d] = [enter('c'), enter('d')]
  await Promise.resolve()
  expect(entered).toEqual(['a', 'b'])
  b()
  ;(await c)()
  ;(await d)()
  a()
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})

test('who leaves the line takes no place with it', async () => {
  const slots = createSlots(1)
  const leave = await slots.enter(NEVER)
  const abort = new AbortController()
  const impatient = slots.enter(abort.signal)
  const patient = slots.enter(NEVER)
  abort.abort()
  await expect(impatient).rejects.toThrow()
  leave()
  ;(await patient)()
  await expect(slots.enter(NEVER)).resolves.toBeTypeOf('function')
})

test('nobody enters whose signal has aborted', async () => {
  const slots = createSlots(1)
  await expect(slots.enter(AbortSignal.abort())).rejects.toThrow()
  await expect(slots.enter(NEVER)).resolves.toBeTypeOf('function')
})
