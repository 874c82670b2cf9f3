import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { ManualClock } from '../../../test/fakes/clock.ts'
import { type Clock, systemClock } from '../../core/clock.ts'
import type { FromChild } from '../protocol/frames.ts'
import { spawnChild } from './child.ts'

const folder = mkdtempSync(join(tmpdir(), 'trivet-child-'))
afterAll(() => rmSync(folder, { recursive: true }))
let scripts = 0

/** Runs a child made of these lines of JavaScript instead of the real one. */
function child(code: string, clock: Clock = systemClock) {
  scripts += 1
  const path = join(folder, `${scripts}.mjs`)
  writeFileSync(path, `import fs from 'node:fs'\nimport net from 'node:net'\n${code}`)
  const frames: FromChild[] = []
  let arrived = () => {}
  const runtime = { entry: pathToFileURL(path), clock, heartbeatTimeoutMs: 30_000 }
  const spawned = spawnChild(runtime, (frame) => {
    frames.push(frame)
    arrived()
  })
  const nextFrame = () =>
    new Promise<void>((resolve) => {
      arrived = resolve
    })
  return { ...spawned, frames, nextFrame }
}

const FOREVER = 'setInterval(() => {}, 1000)'

test('frames go down and come back, logs are kept apart, the exit code is told', async () => {
  const { send, frames, ended, logs } = child(`
    fs.writeSync(1, 'on stdout\\n')
    process.stdin.once('data', (line) => {
      const { id } = JSON.parse(line)
      fs.writeSync(3, JSON.stringify({ op: 'end', id }) + '\\n')
      fs.writeSync(2, 'on stderr')
      process.exit(3)
    })`)
  send({ op: 'cancel', id: 7 })
  expect(await ended).toEqual({ how: 'exit code 3', lastLine: 'on stderr' })
  expect(frames).toEqual([{ op: 'end', id: 7 }])
  expect(logs.lines().toSorted()).toEqual(['on stderr', 'on stdout'])
})

test('a signal is told by its name', async () => {
  const { ended } = child(`process.kill(process.pid, 'SIGABRT'); ${FOREVER}`)
  expect((await ended).how).toBe('SIGABRT')
})

test.each([
  ['no JSON', "fs.writeSync(3, 'Segmentation fault\\n')", 'broke the protocol: a line that is not a frame'],
  ['no end of line', `new net.Socket({ fd: 3 }).write('x'.repeat(17 * 1024 * 1024))`, /^broke the protocol: a line of/],
])('a child that speaks %s is killed', async (_, code, how) => {
  const { ended, frames } = child(`${code}; ${FOREVER}`)
  expect((await ended).how).toEqual(typeof how === 'string' ? how : expect.stringMatching(how))
  expect(frames).toEqual([])
})

test('a child that falls silent is killed; every frame is a sign of life', async () => {
  const clock = new ManualClock()
  const { send, nextFrame, ended } = child(
    `process.stdin.on('data', () => fs.writeSync(3, '{"op":"heartbeat"}\\n'))`,
    clock,
  )
  for (let time = 0; time < 3; time++) {
    const answer = nextFrame()
    send({ op: 'stop' })
    await answer
    clock.advance(30_000)
  }
  clock.advance(3000)
  expect((await ended).how).toBe('no heartbeat for 30 s')
})

test('killed, it tells the words given; killed again, the first ones', async () => {
  const { kill, ended } = child(FOREVER)
  kill('the first reason')
  kill('the second reason')
  expect((await ended).how).toBe('the first reason')
  kill('the third reason')
  expect((await ended).how).toBe('the first reason')
})

test('what is sent to a dead child is dropped', async () => {
  const { send, ended } = child('process.exit(0)')
  for (let id = 0; id < 100; id++) send({ op: 'cancel', id })
  expect((await ended).how).toBe('exit code 0')
  send({ op: 'stop' })
})

test('a child has room on the thread pool, and none of the settings of Node that are meant for the server', async () => {
  process.env.NODE_OPTIONS = '--no-deprecation'
  const { ended, logs } = child("fs.writeSync(1, process.env.UV_THREADPOOL_SIZE + ' ' + process.env.NODE_OPTIONS)")
  delete process.env.NODE_OPTIONS
  await ended
  expect(logs.lines()).toEqual(['8 undefined'])
})
