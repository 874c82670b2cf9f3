import type { ToolCall } from '../../core/chat.ts'

/** Calls in their order, and how many of the first are known to be taken. */
interface Queue {
  readonly calls: ToolCall[]
  passed: number
}

/** A conversation's calls that no result has answered yet, found in the same time however many they are. */
export class WaitingCalls {
  readonly #taken = new Set<ToolCall>()
  readonly #all = emptyQueue()
  readonly #byId = new Map<string, Queue>()
  readonly #byName = new Map<string, Queue>()

  add(calls: readonly ToolCall[]): void {
    for (const call of calls) {
      this.#all.calls.push(call)
      queueIn(this.#byId, call.id).calls.push(call)
      queueIn(this.#byName, call.name).calls.push(call)
    }
  }

  takeFirst(): ToolCall | undefined {
    return this.#take(this.#all)
  }

  takeId(id: string): ToolCall | undefined {
    return this.#take(this.#byId.get(id))
  }

  takeName(name: string): ToolCall | undefined {
    return this.#take(this.#byName.get(name))
  }

  #take(queue: Queue = emptyQueue()): ToolCall | undefined {
    const { calls } = queue
    for (; queue.passed < calls.length; queue.passed++) {
      const call = calls[queue.passed]
      if (call === undefined || this.#taken.has(call)) continue
      this.#taken.add(call)
      return call
    }
    return undefined
  }
}

function emptyQueue(): Queue {
  return { calls: [], passed: 0 }
}

function queueIn(queues: Map<string, Queue>, key: string): Queue {
  const queue = queues.get(key) ?? emptyQueue()
  queues.set(key, queue)
  return queue
}
