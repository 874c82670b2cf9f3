import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from './process.ts'

const ASK_AGAIN_MS = 100

/**
 * Resolves when an address of it answers 200. Rejects with an Error in words when it ends before, or as `signal` does.
 * @param address such as `http://127.0.0.1:4321/health`
 */
export async function whenReady(address: string, server: ServerProcess, signal: AbortSignal): Promise<void> {
  const ended = endedLoading(server)
  while (!signal.aborted) {
    const asked = fetch(address, { signal }).then(
      ({ status }) => status,
      () => 0,
    )
    if ((await Promise.race([asked, ended])) === 200) return
    await Promise.race([pause(ASK_AGAIN_MS), ended])
  }
  throw signal.reason
}

/** Rejects with an Error in words when it ends. */
export function endedLoading(server: ServerProcess): Promise<never> {
  const ended = server.ended.then(({ how, lastLine }) => {
    throw new Error(`it ended while loading (${how}): ${lastLine || 'it said nothing before'}.`)
  })
  // Nobody may be waiting when it does.
  ended.catch(() => {})
  return ended
}

/** A port that nobody listens at, for now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
