import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { hasEnded, type Job, type JobEvent, type JobSpec } from './job.ts'
import type { JobLimits, Jobs } from './jobs.ts'
import type { JobRecords } from './records.ts'
import { RunningJob } from './running-job.ts'
import { type JobCommand, nextToRun, objection } from './states.ts'

/** Jobs that ended and may still be asked for. */
const REMEMBERED = 100

export interface JobsOptions {
  readonly clock: Clock
  readonly newId: (prefix: string) => string
  readonly limits?: JobLimits
  /** Told of every job that failed, with what was thrown: what clients see of it lacks the cause. */
  readonly failed?: (job: Job, error: TrivetError) => void
  /** Where jobs that say how to ask for them again are kept for the next process; nowhere when left out. */
  readonly records?: JobRecords
}

/** A registry of what was interrupted, and no other jobs yet. */
export function createJobs(options: JobsOptions): Jobs {
  return new Registry(options)
}

class Registry implements Jobs {
  readonly #options: JobsOptions
  readonly #listeners = new Set<(event: JobEvent) => void>()
  #entries: RunningJob[] = []
  #cursor = 0
  #closed = false

  constructor(options: JobsOptions) {
    this.#options = options
    for (const { id, createdMs, ...known } of options.records?.orphans() ?? []) {
      // Its work is known to who asks for it again.
      this.#add(id, { ...known, work: () => Promise.reject(new TrivetError('internal_error')) }, createdMs)
    }
  }

  start(spec: JobSpec): { job: Job; joined: boolean } {
    const running = this.#entries.find(({ key, job }) => key === spec.key && !hasEnded(job))
    if (running) return { job: this.#goOn(running, spec), joined: true }
    if (this.#closed) throw new TrivetError('shutting_down')
    const entry = this.#add(this.#options.newId('job'), spec)
    this.#keep(entry, spec)
    this.#forget()
    this.#runWhatFits()
    return { job: entry.job, joined: false }
  }

  list(): readonly Job[] {
    return this.#entries.map(({ job }) => job)
  }

  get(id: string): Job {
    return this.#entry(id).job
  }

  async cancel(id: string): Promise<Job> {
    const entry = this.#told(id, 'cancel')
    await entry.cancel()
    this.#runWhatFits()
    return this.#told(id, 'cancel').job
  }

  async pause(id: string): Promise<Job> {
    const entry = this.#told(id, 'pause')
    await entry.pause()
    this.#runWhatFits()
    return entry.job
  }

  resume(id: string): Job {
    const entry = this.#told(id, 'resume')
    entry.resume()
    this.#runWhatFits()
    return entry.job
  }

  events(id: string, cursor: number, signal: AbortSignal): AsyncIterable<JobEvent> {
    return this.#entry(id).log.after(cursor, signal)
  }

  subscribe(listener: (event: JobEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async ended(id: string, signal: AbortSignal): Promise<Job> {
    const entry = this.#entry(id)
    for await (const { job } of entry.log.after(0, signal)) if (hasEnded(job)) return job
    return entry.job
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#entries.map((entry) => entry.pause()))
  }

  again(id: string, spec: JobSpec): Job {
    return this.#goOn(this.#told(id, 'again'), spec)
  }

  #goOn(entry: RunningJob, spec: JobSpec): Job {
    entry.goOn(spec)
    this.#keep(entry, spec)
    this.#runWhatFits()
    return entry.job
  }

  #add(id: string, spec: JobSpec, interruptedMs?: number): RunningJob {
    const entry = new RunningJob({
      id,
      spec,
      clock: this.#options.clock,
      ...(interruptedMs !== undefined && { interruptedMs }),
      announce: (type, job) => this.#announce(type, job),
      failed: (job, error) => this.#options.failed?.(job, error),
    })
    this.#entries.push(entry)
    return entry
  }

  /** In the name of this process from now on. */
  #keep({ job, key }: RunningJob, { request }: JobSpec): void {
    const { id, kind, subject, pausable, createdMs } = job
    if (request) this.#options.records?.save({ id, kind, subject, pausable, createdMs, key, request })
  }

  #entry(id: string): RunningJob {
    const entry = this.#entries.find(({ job }) => job.id === id)
    if (!entry) throw new TrivetError('job_not_found', { id })
    return entry
  }

  #told(id: string, command: JobCommand): RunningJob {
    const entry = this.#entry(id)
    const reason = objection(entry.job, command)
    if (reason !== null) throw new TrivetError('job_conflict', { id, asked: PAST[command], reason })
    return entry
  }

  #runWhatFits(): void {
    while (!this.#closed) {
      const next = nextToRun(this.#entries, this.#options.limits ?? {})
      if (next === null) return
      void next.run().then(() => this.#runWhatFits())
    }
  }

  #announce(type: JobEvent['type'], job: Job): JobEvent {
    if (hasEnded(job)) this.#options.records?.remove(job.id)
    this.#cursor += 1
    const event = { type, cursor: this.#cursor, job }
    for (const listener of this.#listeners) listener(event)
    return event
  }

  #forget(): void {
    const ended = this.#entries.filter(({ job }) => hasEnded(job))
    const old = new Set(ended.slice(0, Math.max(0, ended.length - REMEMBERED)))
    if (old.size > 0) this.#entries = this.#entries.filter((entry) => !old.has(entry))
  }
}

const PAST: Readonly<Record<JobCommand, string>> = {
  cancel: 'cancelled',
  pause: 'paused',
  resume: 'resumed',
  again: 'resumed',
}
