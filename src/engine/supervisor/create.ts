import type { Clock } from '../../core/clock.ts'
import { asTrivetError, TrivetError } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import type { EngineTask } from '../../core/task.ts'
import { askedToStop } from '../asked-to-stop.ts'
import type { EngineDriver, EngineEnd, EngineInstance, Plan } from '../driver.ts'
import { type Changes, createChanges } from './changes.ts'
import { comingBack, type Failure, mayRetry, openCircuit, stampOf } from './failure.ts'
import { DEFAULT_POLICY, restartDelay, type SupervisorPolicy } from './policy.ts'
import type { Loaded, Supervisor, SupervisorOptions, SupervisorStatus } from './supervisor.ts'
import { type Effect, type EngineState, type Occurrence, transition } from './transition.ts'

export function createSupervisor(options: SupervisorOptions): Supervisor {
  return new DriverSupervisor(options)
}

/** Carries out what transition.ts decides. */
class DriverSupervisor implements Supervisor {
  readonly plan: Plan
  readonly #driver: Pick<EngineDriver, 'start'>
  readonly #clock: Clock
  readonly #policy: SupervisorPolicy
  readonly #fileStamp: (path: string) => Promise<string>
  readonly #changes: Changes<SupervisorStatus> = createChanges()

  #state: EngineState = 'stopped'
  #instance: EngineInstance | null = null
  #loaded: Loaded | null = null
  #progress = 0
  #running = 0
  #crashes = 0
  #lastCrash: EngineEnd | null = null
  #failure: Failure | null = null
  /** While `starting`: ends the load, or the pause before it. */
  #abandon = () => {}
  /** What the engine is given to end in an orderly way; lowered by every `stop` that is in more of a hurry. */
  #endMs = 0

  constructor({ driver, plan, clock, policy, fileStamp = stampOf }: SupervisorOptions) {
    this.plan = plan
    this.#driver = driver
    this.#clock = clock
    this.#policy = { ...DEFAULT_POLICY, ...policy }
    this.#fileStamp = fileStamp
  }

  status(): SupervisorStatus {
    return {
      state: this.#state,
      reason: this.#reason(),
      progress: this.#progress,
      running: this.#running,
      crashes: this.#crashes,
      lastCrash: this.#lastCrash,
      extraBytes: this.#instance?.extraBytes() ?? 0,
      movedBytes: this.#instance?.movedBytes?.() ?? 0,
      reported: this.#instance?.reported?.() ?? null,
      loaded: this.#loaded,
    }
  }

  onChange(listener: (status: SupervisorStatus) => void): () => void {
    return this.#changes.listen(listener)
  }

  async ready(signal: AbortSignal): Promise<Loaded> {
    const { capabilities, model } = await this.#ready(signal)
    return { capabilities, model }
  }

  async refusal(): Promise<TrivetError | null> {
    if (this.#state !== 'failed' || (await this.#isWorthRetrying())) return null
    return this.#failure?.told(this.#clock.elapsed()) ?? null
  }

  async *run(task: EngineTask, signal: AbortSignal): AsyncGenerator<EngineEvent, void, undefined> {
    let instance: EngineInstance
    try {
      instance = await this.#ready(signal)
    } catch (thrown) {
      if (!signal.aborted) yield { type: 'error', error: asTrivetError(thrown).report() }
      return
    }
    this.#enter()
    try {
      for await (const event of instance.run(task, signal)) {
        if (event.type === 'finish') this.#crashes = 0
        yield event
      }
    } finally {
      this.#leave()
    }
  }

  async stop(deadlineMs: number): Promise<void> {
    this.#endMs = Math.min(this.#endMs, deadlineMs <= 0 ? 0 : this.#policy.endMs)
    this.#happen('stop-asked')
    if (this.#running === 0 || deadlineMs <= 0) this.#happen('idle')
    if (this.#state === 'stopping') this.#end()
    const forget = this.#clock.after(deadlineMs, () => this.#happen('idle'))
    while (this.#state === 'draining' || this.#state === 'stopping') await this.#changes.next()
    forget()
  }

  async #ready(signal: AbortSignal): Promise<EngineInstance> {
    if (signal.aborted) throw new TrivetError('request_cancelled')
    if (this.#state === 'stopped' || (await this.#isWorthRetrying())) this.#happen('wanted')
    while (this.#state === 'starting') await this.#changes.next(signal)
    if (this.#state === 'ready' && this.#instance !== null) return this.#instance
    throw this.#failure?.told(this.#clock.elapsed()) ?? this.#unavailable()
  }

  async #isWorthRetrying(): Promise<boolean> {
    const failure = this.#failure
    if (failure === null) return false
    return mayRetry(failure, this.#clock.elapsed(), await this.#fileStamp(this.plan.modelPath))
  }

  #unavailable(): TrivetError {
    return askedToStop(this.plan.modelId, this.#state)
  }

  #reason(): string | null {
    if (this.#state === 'failed') return this.#failure?.told(this.#clock.elapsed()).message ?? null
    if (this.#state === 'starting' && this.#lastCrash !== null && this.#crashes > 0) {
      return comingBack(this.plan.modelId, this.#lastCrash).message
    }
    return null
  }

  #enter() {
    this.#running += 1
    this.#notify()
  }

  #leave() {
    this.#running -= 1
    this.#notify()
    if (this.#running === 0) this.#happen('idle')
  }

  #notify() {
    this.#changes.notify(this.status())
  }

  #happen(occurrence: Occurrence) {
    const step = transition(this.#state, occurrence)
    if (step === null) return
    this.#state = step.to
    if (step.to !== 'failed') this.#failure = null
    if (step.to === 'stopped') this.#crashes = 0
    if (step.to !== 'starting') this.#progress = step.to === 'ready' ? 1 : 0
    if (step.effect !== null) this.#carryOut(step.effect)
    this.#notify()
  }

  #carryOut(effect: Effect) {
    switch (effect) {
      case 'load':
        // After an open circuit's cool-down there is one chance, not a fresh start.
        this.#crashes = Math.min(this.#crashes, this.#policy.crashLimit - 1)
        void this.#load()
        return
      case 'restart-later':
        return this.#restartLater()
      case 'abandon-load':
        return this.#abandon()
      case 'end':
        return this.#end()
    }
  }

  #restartLater() {
    const cancel = this.#clock.after(restartDelay(this.#policy, this.#crashes), () => void this.#load())
    this.#abandon = () => {
      cancel()
      this.#happen('gone')
    }
  }

  async #load() {
    const abort = new AbortController()
    this.#abandon = () => abort.abort()
    this.#endMs = this.#policy.endMs
    const fileStamp = await this.#fileStamp(this.plan.modelPath)
    try {
      const instance = await this.#driver.start(this.plan, {
        signal: abort.signal,
        onProgress: (fraction) => this.#progressed(fraction),
      })
      if (abort.signal.aborted) await instance.stop(0)
      else this.#instance = instance
    } catch (thrown) {
      const error = asTrivetError(thrown)
      this.#failure = { told: () => error, retryAt: this.#clock.elapsed() + this.#policy.loadRetryMs, fileStamp }
    }
    if (abort.signal.aborted) this.#happen('gone')
    else if (this.#instance === null) this.#happen('load-failed')
    else this.#adopt(this.#instance)
  }

  #progressed(fraction: number) {
    this.#progress = fraction
    this.#notify()
  }

  #adopt(instance: EngineInstance) {
    this.#loaded = { capabilities: instance.capabilities, model: instance.model }
    this.#happen('loaded')
    void instance.ended.then((end) => this.#outlived(end))
  }

  /** The engine is gone. */
  #outlived(end: EngineEnd) {
    this.#instance = null
    if (this.#state === 'stopping') return this.#happen('gone')
    this.#crashes += 1
    this.#lastCrash = end
    if (this.#crashes < this.#policy.crashLimit) return this.#happen('crashed')
    const retryAt = this.#clock.elapsed() + this.#policy.coolDownMs
    this.#failure = openCircuit(this.plan.modelId, this.#crashes, end, retryAt)
    this.#happen('gave-up')
  }

  #end() {
    void this.#instance?.stop(this.#endMs)
  }
}
