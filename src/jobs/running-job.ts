import type { Clock } from '../core/clock.ts'
import { asTrivetError, TrivetError } from '../core/errors.ts'
import { EventLog } from './event-log.ts'
import { hasEnded, type Job, type JobControl, type JobEvent, type JobSpec } from './job.ts'
import { SpeedMeter } from './speed.ts'

/** Progress is told this often at most; what comes between is overtaken. */
const PROGRESS_EVERY_MS = 200

export interface JobOptions {
  readonly id: string
  readonly spec: JobSpec
  /** When it was asked for, in a process that has ended; it rests until the same is asked for again. */
  readonly interruptedMs?: number
  readonly clock: Clock
  /** Numbers the change and tells the others. */
  readonly announce: (type: JobEvent['type'], job: Job) => JobEvent
  readonly failed: (job: Job, error: TrivetError) => void
}

/** One job: its work, and what is known of it. */
export class RunningJob {
  readonly log = new EventLog()
  readonly key: string
  /** How to stop what runs; null while nothing does. */
  #run: { readonly controller: AbortController; readonly over: Promise<void> } | null = null
  #asked: 'pause' | 'resume' | 'cancel' | null = null
  #meter = new SpeedMeter()
  #toldMs = Number.NEGATIVE_INFINITY
  #job: Job
  #spec: JobSpec
  readonly #options: JobOptions

  constructor(options: JobOptions) {
    const { id, spec, clock, interruptedMs } = options
    const { kind, subject, pausable = false, request = null } = spec
    this.key = spec.key
    this.#options = options
    this.#spec = spec
    this.#job = {
      id,
      kind,
      subject,
      state: interruptedMs === undefined ? 'queued' : 'interrupted',
      stage: null,
      progress: null,
      error: null,
      result: null,
      pausable,
      request,
      createdMs: interruptedMs ?? clock.now(),
      startedMs: null,
      endedMs: null,
    }
    this.#change('job.state', {})
  }

  get job(): Job {
    return this.#job
  }

  get busy(): boolean {
    return this.#run !== null
  }

  /** Begins the work, or goes on with it. Resolves, never rejects, once it no longer runs. */
  run(): Promise<void> {
    const { clock } = this.#options
    const controller = new AbortController()
    this.#meter = new SpeedMeter()
    this.#change('job.state', { state: 'running', startedMs: this.#job.startedMs ?? clock.now() })
    const over = this.#settle(async () => this.#spec.work(this.#controlOf(controller.signal)))
    this.#run = { controller, over }
    return over
  }

  /** Resolves once nothing runs any more and nothing is left of it. */
  async cancel(): Promise<void> {
    await this.#stop('cancel')
    if (hasEnded(this.#job)) return
    // It was queued or paused: there was no work to end.
    await this.#endCancelled()
  }

  async pause(): Promise<void> {
    await this.#stop('pause')
    if (this.#job.state === 'queued') this.#change('job.state', { state: 'paused' })
  }

  /** Goes on if it rests; one that was interrupted, with the work of who asks for it again. */
  goOn(spec: JobSpec): void {
    if (this.#job.state !== 'interrupted') this.resume()
    else {
      this.#spec = spec
      this.#change('job.state', { state: 'queued', pausable: spec.pausable ?? false })
    }
  }

  /** Also while it still pauses: then it waits for the end of that. */
  resume(): void {
    if (this.#asked === 'pause') this.#asked = 'resume'
    else if (this.#job.state === 'paused') this.#change('job.state', { state: 'queued' })
  }

  async #stop(asked: 'pause' | 'cancel'): Promise<void> {
    if (this.#run === null) return
    // Who wants the end is not held up by who wanted a pause.
    if (this.#asked !== 'cancel') this.#asked = asked
    this.#run.controller.abort(new TrivetError('job_cancelled', { id: this.#job.id }))
    await this.#run.over
  }

  async #settle(work: () => Promise<unknown>): Promise<void> {
    try {
      const result = await work()
      this.#change('job.state', { state: 'done', result, endedMs: this.#options.clock.now() })
    } catch (thrown) {
      if (this.#asked === 'pause') this.#change('job.state', { state: 'paused' })
      else if (this.#asked === 'resume') this.#change('job.state', { state: 'queued' })
      else if (this.#asked === 'cancel') await this.#endCancelled()
      else {
        const error = asTrivetError(thrown)
        this.#change('job.state', { state: 'failed', error: error.report(), endedMs: this.#options.clock.now() })
        this.#options.failed(this.#job, error)
      }
    } finally {
      this.#asked = null
      this.#run = null
    }
  }

  async #endCancelled(): Promise<void> {
    const { clock } = this.#options
    // What can't be removed now is found again, and removed, by whoever cleans the store.
    await this.#spec.discard?.().catch(() => {})
    this.#change('job.state', { state: 'cancelled', endedMs: clock.now() })
  }

  #controlOf(signal: AbortSignal): JobControl {
    return {
      signal,
      stage: (stage) => {
        this.#meter = new SpeedMeter()
        this.#change('job.stage', { stage, progress: null })
      },
      progress: (doneBytes, totalBytes) => {
        const now = this.#options.clock.now()
        const progress = this.#meter.measure(doneBytes, totalBytes, now)
        const complete = doneBytes === totalBytes
        if (!complete && Math.abs(now - this.#toldMs) < PROGRESS_EVERY_MS) return
        this.#toldMs = now
        this.#change('job.progress', { progress })
      },
    }
  }

  #change(type: JobEvent['type'], change: Partial<Job>): void {
    this.#job = { ...this.#job, ...change }
    this.log.add(this.#options.announce(type, this.#job))
  }
}
