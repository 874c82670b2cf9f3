import { onAbort } from '../../src/core/abort.ts'
import { TrivetError } from '../../src/core/errors.ts'
import type { EngineEvent } from '../../src/core/event.ts'
import { TEXT_ONLY } from '../../src/core/media.ts'
import type { EngineTask } from '../../src/core/task.ts'
import type { Plan } from '../../src/engine/driver.ts'
import type { Loaded, Supervisor, SupervisorStatus } from '../../src/engine/supervisor/supervisor.ts'
import type { EngineState } from '../../src/engine/supervisor/transition.ts'

export const PLAN: Plan = {
  driver: 'scripted',
  modelId: 'm',
  modelPath: '/m.gguf',
  contextTokens: null,
  slots: 2,
  threads: 1,
  gpuLayers: 0,
  deterministic: true,
  options: {},
}

export function loadedWith(slots: number): Loaded {
  return {
    capabilities: {
      generate: true,
      embeddingSize: null,
      rerank: false,
      logits: false,
      media: TEXT_ONLY,
      contextTokens: 100,
      slots,
      parameters: {} as Loaded['capabilities']['parameters'],
    },
    model: {
      chatTemplate: null,
      bosToken: '',
      eosToken: '',
      addsBos: false,
      description: 'fake',
      parameters: 1,
      sizeBytes: 1,
      trainedContextTokens: 100,
      vocabularyTokens: 10,
      engineVersion: 'fake 1',
    },
  }
}

/** A task inside the fake engine, which goes on as the test says. */
export class Job {
  readonly task: EngineTask
  readonly signal: AbortSignal
  over = false
  readonly #events: EngineEvent[] = []
  #wake = () => {}

  constructor(task: EngineTask, signal: AbortSignal) {
    this.task = task
    this.signal = signal
    if (signal.aborted) this.end()
    signal.addEventListener('abort', () => this.end(), { once: true })
  }

  say(event: EngineEvent): void {
    this.#events.push(event)
    this.#wake()
  }

  end(): void {
    this.over = true
    this.#wake()
  }

  async *events(): AsyncGenerator<EngineEvent> {
    while (true) {
      yield* this.#events.splice(0)
      if (this.#events.length > 0) continue
      if (this.over) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

/** A supervisor whose loads and tasks end when the test says so. */
export class FakeSupervisor implements Supervisor {
  readonly plan = PLAN
  readonly jobs: Job[] = []
  readonly stops: number[] = []
  loads = 0
  state: EngineState = 'stopped'
  extraBytes = 0
  movedBytes = 0
  reported: SupervisorStatus['reported'] = null
  /** What `refusal` says. */
  failure: TrivetError | null = null
  readonly #slots: number
  readonly #listeners = new Set<(status: SupervisorStatus) => void>()
  #loaded: Loaded | null = null
  #waiting: { resolve(loaded: Loaded): void; reject(error: TrivetError): void }[] = []

  /** With `slots` it is loaded from the start. */
  constructor(slots?: number) {
    this.#slots = slots ?? 2
    if (slots !== undefined) this.finishLoad()
  }

  /** Tasks begun and not over. */
  get active(): Job[] {
    return this.jobs.filter((job) => !job.over)
  }

  status(): SupervisorStatus {
    return {
      state: this.state,
      reason: null,
      progress: 0,
      running: this.active.length,
      crashes: 0,
      lastCrash: null,
      extraBytes: this.extraBytes,
      movedBytes: this.movedBytes,
      reported: this.reported,
      loaded: this.#loaded,
    }
  }

  ready(signal: AbortSignal): Promise<Loaded> {
    if (this.state === 'ready' && this.#loaded) return Promise.resolve(this.#loaded)
    if (this.state !== 'starting') this.loads++
    this.become('starting')
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      onAbort(signal, () => reject(new TrivetError('request_cancelled')))
    })
  }

  finishLoad(): void {
    this.#loaded = loadedWith(this.#slots)
    this.become('ready')
    for (const { resolve } of this.#waiting.splice(0)) resolve(this.#loaded)
  }

  failLoad(error: TrivetError): void {
    this.become('failed')
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  async refusal(): Promise<TrivetError | null> {
    return this.failure
  }

  async *run(task: EngineTask, signal: AbortSignal): AsyncGenerator<EngineEvent> {
    const job = new Job(task, signal)
    this.jobs.push(job)
    yield* job.events()
  }

  async stop(deadlineMs: number): Promise<void> {
    this.stops.push(deadlineMs)
    this.failLoad(new TrivetError('engine_unavailable', { model: 'm', state: 'stopping', reason: 'asked to' }))
    for (const job of this.active) job.end()
    this.become('stopped')
  }

  onChange(listener: (status: SupervisorStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  become(state: EngineState): void {
    this.state = state
    for (const listener of this.#listeners) listener(this.status())
  }
}
