import type { Clock } from '../../core/clock.ts'
import type { Reason, SharedClient } from './client.ts'
import type { SharedCommands } from './scripts.ts'

/** How it is with the shared server. */
export interface LinkStatus {
  /** Without its password. */
  readonly url: string
  /** Why it can't be used; `null`: it can. */
  readonly trouble: string | null
  /** That trouble won't mend itself. */
  readonly lasting: boolean
  /** Since when that is so, in milliseconds since the Unix epoch. */
  readonly sinceMs: number
}

/** It can't be asked at the moment. */
export class SharedAway extends Error {
  override readonly name = 'SharedAway'
  /** It was asked, and may have done it. */
  readonly asked: boolean

  constructor(reason: string, asked: boolean, options?: ErrorOptions) {
    super(reason, options)
    this.asked = asked
  }
}

/** The connection to a Valkey or Redis server, which may come and go. */
export interface SharedLink {
  readonly status: LinkStatus
  /** What it answers. Throws `SharedAway`: at once while it is known to be away. */
  ask<T>(work: (commands: SharedCommands) => Promise<T>): Promise<T>
  /** Calls back whenever it goes or comes, or its trouble turns out to last; the returned function ends that. */
  onChange(listener: (status: LinkStatus) => void): () => void
  close(): void
}

/** From one look to the next whether it is there again. */
const PROBE_MS = 500
const PROBE_KEY = 'probe'

const UNCONNECTED = { trouble: 'it is not connected yet', lasting: false }

/** Begins to connect. */
export function createLink(client: SharedClient, clock: Clock): SharedLink {
  let status: LinkStatus = { url: client.url, ...UNCONNECTED, sinceMs: clock.now() }
  let closed = false
  const listeners = new Set<(status: LinkStatus) => void>()

  const become = (reason: Reason | null): void => {
    const { trouble, lasting } = status
    const changed = (reason === null) !== (trouble === null)
    status = {
      ...status,
      trouble: reason?.words ?? null,
      lasting: reason?.lasting ?? false,
      sinceMs: changed ? clock.now() : status.sinceMs,
    }
    if (changed || status.lasting !== lasting) for (const listener of listeners) listener(status)
  }
  /** By writing: one that has no memory left, or was made a replica, still answers who only reads. */
  const probe = async (): Promise<void> => {
    if (closed) return
    try {
      await client.check()
      await client.commands.set(PROBE_KEY, '1', 'PX', PROBE_MS)
      become(null)
    } catch (error) {
      become(client.reasonOf(error))
      clock.after(PROBE_MS, () => void probe())
    }
  }
  const lose = (reason: Reason): void => {
    if (closed || status.trouble !== null) return
    become(reason)
    clock.after(PROBE_MS, () => void probe())
  }
  client.onLost(lose)
  void probe()

  return {
    get status() {
      return status
    },
    async ask(work) {
      if (status.trouble !== null) throw new SharedAway(status.trouble, false)
      try {
        return await work(client.commands)
      } catch (error) {
        const reason = client.reasonOf(error)
        lose(reason)
        throw new SharedAway(reason.words, true, { cause: error })
      }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      closed = true
      client.close()
    },
  }
}

/** Resolves when it can be used, or with the reason why it can't: after `patienceMs`, or at once where that will last. */
export async function linked(link: SharedLink, clock: Clock, patienceMs: number): Promise<string | null> {
  const { trouble, lasting } = link.status
  if (trouble === null || lasting) return trouble
  return new Promise((resolve) => {
    const forget = clock.after(patienceMs, () => done(link.status.trouble))
    const deafen = link.onChange(({ trouble, lasting }) => (trouble === null || lasting) && done(trouble))
    const done = (trouble: string | null) => {
      forget()
      deafen()
      resolve(trouble)
    }
  })
}

/** Another way, where the shared server is not there to take the first. */
export function whenAway<T>(otherwise: (away: SharedAway) => T | Promise<T>): (error: unknown) => T | Promise<T> {
  return (error) => {
    if (error instanceof SharedAway) return otherwise(error)
    throw error
  }
}
