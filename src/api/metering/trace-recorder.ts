import type { RequestTrace, TracedEvent, TracedRun } from '../../core/running.ts'
import type { EngineTask } from '../../core/task.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'

/** Characters of events that are kept of one request. */
const MOST_CHARACTERS = 2_000_000

interface OpenRun extends TracedRun {
  readonly events: TracedEvent[]
}

/** Writes down what models are asked and say, up to a bound. */
export class TraceRecorder {
  readonly #runs: OpenRun[] = []
  #characters = 0
  #cut = false

  get trace(): RequestTrace {
    return { runs: this.#runs, cut: this.#cut }
  }

  /** Whether a model was asked for more than to count tokens: the page alone does that every second. */
  get hasWork(): boolean {
    return this.#runs.some(({ tasks }) => tasks.some(({ kind }) => kind !== 'tokenize' && kind !== 'detokenize'))
  }

  /** Returns what to tell of the run, as it comes. */
  begin(tasks: readonly EngineTask[]): (event: TaskEvent, ms: number) => void {
    const events: TracedEvent[] = []
    this.#runs.push({ tasks, events })
    return ({ task, event }, ms) => {
      if (this.#cut) return
      const text = JSON.stringify(event)
      this.#characters += text.length
      this.#cut = this.#characters > MOST_CHARACTERS
      if (!this.#cut) events.push({ ms, task, event: text })
    }
  }
}
