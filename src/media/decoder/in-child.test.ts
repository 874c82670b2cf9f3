import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ManualClock } from '../../../test/fakes/clock.ts'
import { scratch } from '../../../test/fakes/scratch.ts'
import { decodeInChild } from './in-child.ts'

const entry = fileURLToPath(new URL('../../../test/fakes/image-child.mjs', import.meta.url))
const folder = scratch()
const ENDS = Buffer.from([1])
const NEVER_ANSWERS = Buffer.from([3])
const sound = (height: number) => Buffer.from([height])

test('one process answers one after the other', async () => {
  const decoder = decodeInChild({ clock: new ManualClock(), entry })
  const headers = await Promise.all([10, 11, 12].map((height) => decoder.header(sound(height), 'p')))
  expect(headers.map(({ height }) => height)).toEqual([10, 11, 12])
  expect(new Set(headers.map(({ width }) => width)).size).toBe(1)
})

test('an image that ends it is tried once more, and then refused by its field; those after it are answered', async () => {
  const decoder = decodeInChild({ clock: new ManualClock(), entry })
  const once = Buffer.concat([Buffer.from([2]), Buffer.from(join(folder, 'once'))])
  const [bad, unlucky, good] = [
    decoder.header(ENDS, 'the.part'),
    decoder.header(once, 'p'),
    decoder.header(sound(9), 'p'),
  ]
  await expect(bad).rejects.toMatchObject({
    code: 'invalid_content_part',
    param: 'the.part',
    message: expect.stringMatching(/`the\.part` can't be read: it ended the process that unpacks images \(SIG/),
  })
  expect([(await unlucky).height, (await good).height]).toEqual([2, 9])
})

test('one that takes for ever is given up', async () => {
  let hurried = true
  const after = (_: number, task: () => void) => {
    const timer = hurried ? setImmediate(task) : undefined
    return () => clearImmediate(timer)
  }
  const decoder = decodeInChild({ clock: { after }, entry })
  await expect(decoder.header(NEVER_ANSWERS, 'p')).rejects.toMatchObject({
    message: expect.stringContaining('no answer for 60 s'),
  })
  hurried = false
  expect((await decoder.header(sound(9), 'p')).height).toBe(9)
})

test('one that has ended with nothing to do is replaced', async () => {
  const clock = new ManualClock()
  const decoder = decodeInChild({ clock, entry })
  const { width: pid } = await decoder.header(sound(9), 'p')
  clock.advance(300_000)
  const { width: next } = await decoder.header(sound(9), 'p')
  expect(next).not.toBe(pid)
})
