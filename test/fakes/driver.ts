import type { EngineEvent } from '../../src/core/event.ts'
import type { EngineTask } from '../../src/core/task.ts'
import type { EngineDriver, EngineEnd, EngineInstance, LoadWatch, Plan } from '../../src/engine/driver.ts'
import { Job, loadedWith } from './supervisor.ts'

/** An engine that lives and dies as the test says. */
export class FakeInstance implements EngineInstance {
  readonly capabilities = loadedWith(2).capabilities
  readonly model = loadedWith(2).model
  readonly jobs: Job[] = []
  readonly stops: number[] = []
  readonly ended: Promise<EngineEnd>
  extra = 0
  #die: (end: EngineEnd) => void = () => {}

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#die = resolve
    })
  }

  extraBytes(): number {
    return this.extra
  }

  async *run(task: EngineTask, signal: AbortSignal): AsyncGenerator<EngineEvent, void, undefined> {
    const job = new Job(task, signal)
    this.jobs.push(job)
    yield* job.events()
  }

  /** Asked to end, it does so when the test calls `die`, or at once when told to. */
  async stop(deadlineMs: number): Promise<void> {
    this.stops.push(deadlineMs)
    if (deadlineMs === 0) this.die('SIGKILL')
    await this.ended
  }

  die(how: string): void {
    this.#die({ expected: this.stops.length > 0, how, lastLine: 'last line' })
    for (const job of this.jobs) job.end()
  }
}

/** A load under way. */
export interface FakeLoad {
  readonly plan: Plan
  readonly watch: LoadWatch
  resolve(instance: FakeInstance): void
  reject(error: Error): void
}

/** A driver whose loads end when the test says so. */
export class FakeDriver implements Pick<EngineDriver, 'start'> {
  readonly loads: FakeLoad[] = []

  start(plan: Plan, watch: LoadWatch): Promise<EngineInstance> {
    return new Promise((resolve, reject) => this.loads.push({ plan, watch, resolve, reject }))
  }

  get last(): FakeLoad {
    const load = this.loads.at(-1)
    if (load === undefined) throw new Error('nothing has been loaded')
    return load
  }
}
