import type { EngineTask, Prompt } from '../../core/task.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'

interface TaskCount {
  readonly prompt: Prompt | null
  promptTokens: number
  cachedTokens: number
  completionTokens: number
}

/** What the tasks of one run cost, as the answer's own `usage` has it: a prompt that several share counts once. */
export class RunCount {
  readonly #tasks: readonly TaskCount[]
  readonly #before: readonly RunCount[]
  /** Milliseconds since the Unix epoch; `null`: there was none. */
  firstTokenMs: number | null = null
  lastTokenMs = 0
  /** An engine has said something. */
  begun = false

  /** @param before earlier runs of the request: one that goes on from a prompt of theirs has paid for it already */
  constructor(tasks: readonly EngineTask[], before: readonly RunCount[]) {
    this.#before = [...before]
    this.#tasks = tasks.map((task) => ({
      prompt: promptOf(task),
      promptTokens: 0,
      cachedTokens: 0,
      completionTokens: 0,
    }))
  }

  add({ task, event }: TaskEvent, now: number): void {
    const count = this.#tasks[task]
    if (count === undefined) return
    this.begun = true
    switch (event.type) {
      case 'prompt-progress':
        count.promptTokens = event.total
        count.cachedTokens = event.cached
        break
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
        count.completionTokens += event.tokens
        this.firstTokenMs ??= now
        this.lastTokenMs = now
        break
      case 'embedding':
      case 'score':
        count.promptTokens += event.tokens
        break
      case 'usage':
        count.promptTokens = event.promptTokens
        count.cachedTokens = event.cachedTokens
        count.completionTokens = event.completionTokens
        break
    }
  }

  get promptTokens(): number {
    return this.#ofPrompts(({ promptTokens }) => promptTokens, Math.max)
  }

  get cachedTokens(): number {
    return this.#ofPrompts(({ cachedTokens }) => cachedTokens, Math.min)
  }

  get completionTokens(): number {
    return this.#tasks.reduce((total, { completionTokens }) => total + completionTokens, 0)
  }

  #ofPrompts(count: (task: TaskCount) => number, of: (...counts: number[]) => number): number {
    const byPrompt = new Map<Prompt | number, number[]>()
    for (const [index, task] of this.#tasks.entries()) {
      if (this.#before.some((run) => run.#begins(task.prompt))) continue
      const prompt = task.prompt ?? index
      byPrompt.set(prompt, [...(byPrompt.get(prompt) ?? []), count(task)])
    }
    return [...byPrompt.values()].reduce((total, counts) => total + of(...counts), 0)
  }

  #begins(prompt: Prompt | null): boolean {
    return (
      typeof prompt === 'string' &&
      this.#tasks.some((task) => typeof task.prompt === 'string' && prompt.startsWith(task.prompt))
    )
  }
}

/** What tasks may share. A conversation is the same for all that answer it; others read each its own. */
function promptOf(task: EngineTask): Prompt | null {
  if (task.kind === 'chat') return task.kind
  return task.kind === 'generate' ? task.prompt : null
}
