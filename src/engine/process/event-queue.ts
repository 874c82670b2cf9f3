import type { EngineEvent } from '../../core/event.ts'

/**
 * Events between the child's pipe and the one consumer of a task. It never pushes back: one slow reader must not
 * hold up the pipe that all tasks share, and a task's events are bounded by its tokens.
 */
export interface EventQueue {
  push(event: EngineEvent): void
  /** Ends the stream once what was pushed is consumed. */
  close(): void
  /** Ends the stream at once. */
  discard(): void
  /** Consumes; to be iterated once. */
  events(): AsyncGenerator<EngineEvent, void, undefined>
}

export function createEventQueue(): EventQueue {
  let waiting: EngineEvent[] = []
  let closed = false
  let wake = () => {}

  function close() {
    closed = true
    wake()
  }

  return {
    push(event) {
      if (closed) return
      waiting.push(event)
      wake()
    },
    close,
    discard() {
      waiting = []
      close()
    },
    async *events() {
      while (true) {
        for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event
        if (closed) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
