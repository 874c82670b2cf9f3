import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { encodeFrame } from '../protocol/encode.ts'
import { createOutbox } from './outbox.ts'

function recording() {
  const writes: string[] = []
  const pipe = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      writes.push(chunk)
      done()
    },
  })
  return { writes, outbox: createOutbox(pipe) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const frame = (id: number) => ({ op: 'end', id }) as const

test('the frames of one turn of the event loop become one write', async () => {
  const { writes, outbox } = recording()
  outbox.send(frame(1))
  await Promise.resolve()
  outbox.send(frame(2))
  expect(writes).toEqual([])
  await turn()
  outbox.send(frame(3))
  await turn()
  expect(writes).toEqual([encodeFrame(frame(1)) + encodeFrame(frame(2)), encodeFrame(frame(3))])
})

test('a flush writes at once, and nothing is written twice', async () => {
  const { writes, outbox } = recording()
  outbox.send(frame(1))
  await outbox.flush()
  await turn()
  expect(writes.join('')).toBe(encodeFrame(frame(1)))
})
