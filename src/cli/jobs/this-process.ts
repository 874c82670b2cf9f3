import { encodeJobEvent } from '../../api/jobs/encode.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { createJobs } from '../../jobs/create.ts'
import type { JobSpec } from '../../jobs/job.ts'
import type { ToldEvent } from './told-job.ts'

/** Longer than any wait: it only keeps the process alive, which timers of the clock do not. */
const ALIVE_MS = 2 ** 30

/** Does the work in this process, and tells of it as a server would. Stopped by `signal`, it keeps what it has. */
export async function* jobHere(spec: JobSpec, clock: Clock, signal: AbortSignal): AsyncGenerator<ToldEvent> {
  const jobs = createJobs({ clock, newId })
  const alive = setInterval(() => {}, ALIVE_MS)
  try {
    const { job } = jobs.start(spec)
    for await (const event of jobs.events(job.id, 0, signal)) yield encodeJobEvent(event)
  } finally {
    await jobs.close()
    clearInterval(alive)
  }
}
