import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../core/clock.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import type { EngineInstance } from '../../driver.ts'
import { engineCrashed } from '../../process/instance.ts'
import type { ServerProcess } from './process.ts'

/** A request may fail a moment before its server is seen to be gone. */
const SOON_MS = 500

/** What a request fails with whose server has gone; what a server refuses is none of it. */
const LOST: readonly ErrorCode[] = ['upstream_error', 'engine_unavailable']

/** An instance of another server's, which this one runs: it ends with that server, and that server with it. */
export function supervised(
  inner: EngineInstance,
  server: ServerProcess,
  modelId: string,
  clock: Clock,
): EngineInstance {
  let stopping = false
  const ended = server.ended.then(({ how, lastLine }) => ({ expected: stopping, how, lastLine }))
  void ended.then(() => inner.stop(0))
  void inner.ended.then(() => {
    // It is there, and answers no more.
    if (!stopping) server.kill('SIGKILL')
  })
  return {
    capabilities: inner.capabilities,
    model: inner.model,
    ended,
    extraBytes: () => 0,
    reported: () => inner.reported?.() ?? null,
    async *run(task, signal) {
      for await (const event of inner.run(task, signal)) {
        const lost = event.type === 'error' && LOST.includes(event.error.code) && !stopping
        const end = lost ? await Promise.race([server.ended, pause(SOON_MS, null)]) : null
        yield end === null ? event : { type: 'error', error: engineCrashed(modelId, end).report() }
      }
    },
    async stop(deadlineMs) {
      if (deadlineMs <= 0) server.kill('SIGKILL')
      // Some programs take a second signal for a demand to end at once.
      else if (!stopping) server.kill('SIGTERM')
      stopping = true
      void inner.stop(deadlineMs)
      const forget = clock.after(deadlineMs, () => server.kill('SIGKILL'))
      await ended
      forget()
    },
  }
}
