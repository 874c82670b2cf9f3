import { onAbort } from '../core/abort.ts'
import { hasEnded, type JobEvent } from './job.ts'

/** Changes kept for readers that come late; a job has few stages, and of progress only the latest counts. */
const KEPT = 64

/** The changes of one job. Readers that are slow, or late, miss progress that was overtaken, and nothing else. */
export class EventLog {
  #events: JobEvent[] = []
  #wake: (() => void)[] = []

  add(event: JobEvent): void {
    if (event.type === 'job.progress' && this.#events.at(-1)?.type === 'job.progress') this.#events.pop()
    this.#events.push(event)
    if (this.#events.length > KEPT) this.#events.shift()
    for (const wake of this.#wake.splice(0)) wake()
  }

  /** What came after `cursor`, then what comes, until the job ended. */
  async *after(cursor: number, signal: AbortSignal): AsyncGenerator<JobEvent> {
    let seen = cursor === 0 ? (this.#events.at(-1)?.cursor ?? 0) - 1 : cursor
    while (true) {
      for (const event of this.#events.filter((each) => each.cursor > seen)) {
        seen = event.cursor
        yield event
      }
      const last = this.#events.at(-1)
      if (last && last.cursor <= seen && hasEnded(last.job)) return
      await this.#changed(seen, signal)
    }
  }

  #changed(seen: number, signal: AbortSignal): Promise<void> {
    if ((this.#events.at(-1)?.cursor ?? 0) > seen) return Promise.resolve()
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const forget = onAbort(signal, () => {
        this.#wake = this.#wake.filter((other) => other !== wake)
        reject(signal.reason)
      })
      const wake = () => {
        forget()
        resolve()
      }
      this.#wake.push(wake)
    })
  }
}
