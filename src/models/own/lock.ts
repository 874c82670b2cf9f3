import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { readSmall } from '../sources/read-small.ts'
import { describeHolder, type Holder, holderSchema, type Processes } from './holder.ts'
import { makeFolder } from './make-folder.ts'

/** Makes others wait; the returned function ends that. */
export type Release = () => Promise<void>

export interface LockOptions {
  readonly processes: Processes
  readonly clock: Clock
  /** Unlike the clock's timers, it keeps the process alive. */
  pause(ms: number): Promise<unknown>
}

const POLL_MS = 50
const BEAT_MS = 3_000
/** Silence after which a holder of which nothing is known is given up. */
const SILENCE_MS = 5 * BEAT_MS

/**
 * A lock between processes: a folder with its holder's name, put in place by one rename, which fails when there is one.
 * That of a process that is gone is taken over; so is that of one elsewhere which has stopped touching it. Time is
 * counted in pauses, because clocks jump. Rejects with `store_busy` after `waitMs`.
 */
export async function acquireLock(path: string, waitMs: number, options: LockOptions): Promise<Release> {
  const { pause, processes } = options
  let sign = ''
  let silentMs = 0
  for (let waitedMs = 0; ; waitedMs += POLL_MS, silentMs += POLL_MS) {
    const held = await look(path)
    if (held === null) {
      if (await place(path, processes.self)) return hold(path, options)
      continue
    }
    if (held.sign !== sign) silentMs = 0
    sign = held.sign
    const life = held.holder === null ? 'unknown' : processes.life(held.holder)
    if (life === 'dead' || (life === 'unknown' && silentMs >= SILENCE_MS)) {
      await takeAway(path, sign)
      continue
    }
    const patience = life === 'unknown' ? Math.max(waitMs, SILENCE_MS + BEAT_MS) : waitMs
    if (waitedMs >= patience) {
      const holder = held.holder ? describeHolder(held.holder, processes.self) : 'Another process'
      throw new TrivetError('store_busy', { holder })
    }
    await pause(POLL_MS)
  }
}

/** Whether the lock is this process's now. */
async function place(path: string, self: Holder): Promise<boolean> {
  const ready = `${path}.${newId('new')}`
  await makeFolder(ready)
  try {
    await writeFile(join(ready, 'holder.json'), JSON.stringify(self))
    await rename(ready, path)
    return true
  } catch (error) {
    await rm(ready, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return false
    throw error
  }
}

interface Held {
  /** `null`: what lies there can't be read. */
  readonly holder: Holder | null
  /** Changes with the holder and with each of its beats. */
  readonly sign: string
}

/** `null`: it was released meanwhile. */
async function look(path: string): Promise<Held | null> {
  const file = join(path, 'holder.json')
  try {
    const [text, { mtimeMs }] = await Promise.all([readSmall(file), stat(file)])
    return { holder: parse(text), sign: `${mtimeMs} ${text}` }
  } catch (error) {
    const there = await stat(path).catch(() => null)
    if (there === null) return null
    return { holder: null, sign: String((error as NodeJS.ErrnoException).code) }
  }
}

function parse(text: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Another process may have taken it over just before: then what was moved is not what was seen, and goes back. */
async function takeAway(path: string, sign: string): Promise<void> {
  const away = join(dirname(path), newId('gone'))
  const moved = await rename(path, away).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await look(away))?.sign === sign) await rm(away, { recursive: true, force: true })
  else await rename(away, path).catch(() => rm(away, { recursive: true, force: true }))
}

function hold(path: string, { clock }: LockOptions): Release {
  let cancel = () => {}
  const beat = () => {
    const now = new Date(clock.now())
    void utimes(join(path, 'holder.json'), now, now).catch(() => {})
    cancel = clock.after(BEAT_MS, beat)
  }
  cancel = clock.after(BEAT_MS, beat)
  return async () => {
    cancel()
    // Renamed first: a folder that is being emptied would look like a lock that nobody holds.
    const away = `${path}.${newId('gone')}`
    await rename(path, away)
    await rm(away, { recursive: true, force: true })
  }
}
