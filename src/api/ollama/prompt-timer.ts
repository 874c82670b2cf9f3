import type { Clock } from '../../core/clock.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'

/**
 * Notes when a prompt had been read. All that comes later is the answer's time, also where nothing of it is shown yet,
 * as of a tool call until it is whole.
 */
export class PromptTimer {
  /** The same events, watched. */
  readonly events: AsyncIterable<TaskEvent>
  readonly #clock: Clock
  #readAt: number | null = null

  constructor(events: AsyncIterable<TaskEvent>, clock: Clock) {
    this.#clock = clock
    this.events = this.#watched(events)
  }

  /** In milliseconds since the Unix epoch; now, while it has not been read. */
  get readAt(): number {
    return this.#readAt ?? this.#clock.now()
  }

  async *#watched(events: AsyncIterable<TaskEvent>): AsyncGenerator<TaskEvent, void> {
    for await (const each of events) {
      const { event } = each
      if (event.type === 'prompt-progress' && event.done >= event.total) this.#readAt ??= this.#clock.now()
      yield each
    }
  }
}
