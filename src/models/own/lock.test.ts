import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ManualClock } from '../../../test/fakes/clock.ts'
import { scratch } from '../../../test/fakes/scratch.ts'
import { type Holder, systemProcesses } from './holder.ts'
import { acquireLock, type LockOptions } from './lock.ts'

const folder = scratch()
let count = 0

function lock() {
  const path = join(folder, String(count++), 'lock')
  const clock = new ManualClock()
  const options: LockOptions = {
    processes: systemProcesses(),
    clock,
    async pause(ms) {
      clock.advance(ms)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
  const heldBy = (holder: Holder) => {
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'holder.json'), JSON.stringify(holder))
  }
  return { path, clock, options, heldBy, take: (waitMs = 0) => acquireLock(path, waitMs, options) }
}

const { self } = systemProcesses()

test('one has it, the next has it when it is released, and nothing is left', async () => {
  const { path, take } = lock()
  const release = await take()
  await expect(take()).rejects.toThrow('This server is changing the model store')
  await release()
  await (await take())()
  expect(readdirSync(join(path, '..'))).toEqual([])
})

test('of many who ask at once, one at a time has it', async () => {
  const { take } = lock()
  let inside = 0
  const most: number[] = []
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const release = await take(1_000_000)
      most.push(++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside--
      await release()
    }),
  )
  expect(most).toEqual(Array(8).fill(1))
})

test('that of a process that is gone is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const { heldBy, take } = lock()
  heldBy({ ...self, pid, started: '1' })
  await (await take())()
})

test('that of an earlier process with the same number is taken over', async () => {
  const { heldBy, take } = lock()
  heldBy({ ...self, started: 'long ago' })
  await (await take())()
})

test('another living process is named', async () => {
  const { heldBy, take } = lock()
  const parent = systemProcesses()
  heldBy({ pid: process.ppid, host: parent.self.host, started: startOf(process.ppid) })
  await expect(take(100)).rejects.toThrow(
    expect.objectContaining({ code: 'store_busy', message: expect.stringContaining(`Process ${process.ppid} is`) }),
  )
})

test('a holder elsewhere that stays silent is given up; one that still touches its lock is not', async () => {
  const silent = lock()
  silent.heldBy({ pid: 1, host: 'elsewhere', started: '' })
  await (await silent.take())()

  const alive = lock()
  alive.heldBy({ pid: 1, host: 'elsewhere', started: '' })
  let beats = 0
  const options: LockOptions = {
    ...alive.options,
    async pause(ms) {
      // A beat each second, seen as a change of the file.
      if (beats++ % 20 === 0) alive.heldBy({ pid: 1, host: 'elsewhere', started: '' })
      await alive.options.pause(ms)
    },
  }
  await expect(acquireLock(alive.path, 0, options)).rejects.toThrow('Process 1 on elsewhere is changing')
})

test('a lock that cannot be read is given up after a silence', async () => {
  const { path, take } = lock()
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'holder.json'), '{')
  await (await take())()
})

function startOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
