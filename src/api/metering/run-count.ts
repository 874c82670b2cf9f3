import type { Usage } from '../../core/event.ts'
import type { EngineTask, Prompt } from '../../core/task.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'

interface TaskCount {
  readonly prompt: Prompt | null
  /** The first task of those that share its prompt. */
  readonly sharedWith: number
  promptTokens: number
  cachedTokens: number
  completionTokens: number
  /** `promptTokens` are. */
  estimated?: true | undefined
}

/** What the tasks of one run cost, as the answer's own `usage` has it: a prompt that several share counts once. */
export class RunCount {
  readonly #tasks: readonly TaskCount[]
  readonly #before: readonly RunCount[]
  /** As `Clock.elapsed` has it; `null`: there was none. */
  firstTokenMs: number | null = null
  lastTokenMs = 0
  /** An engine has said something. */
  begun = false

  /** @param before earlier runs of the request: one that goes on from a prompt of theirs has paid for it already */
  constructor(tasks: readonly EngineTask[], before: readonly RunCount[]) {
    this.#before = [...before]
    this.#tasks = tasks.map((task, index) => ({
      prompt: promptOf(task),
      sharedWith: tasks.slice(0, index + 1).findLastIndex((each, at) => at === 0 || !shares(each)),
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
        count.estimated = event.estimated
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
        count.estimated = event.estimated
        break
    }
  }

  /** Tokens that this would add to what the run has cost. */
  wouldCost({ task, event }: TaskEvent): number {
    switch (event.type) {
      case 'prompt-progress': {
        const count = this.#tasks[task]
        if (count === undefined || this.#before.some((run) => run.#begins(count.prompt))) return 0
        const sharing = this.#tasks.filter(({ sharedWith }) => sharedWith === count.sharedWith)
        return Math.max(0, event.total - Math.max(...sharing.map(({ promptTokens }) => promptTokens)))
      }
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
      case 'embedding':
      case 'score':
        return event.tokens
      default:
        return 0
    }
  }

  /** What one task has cost, where it is ended before it says so itself. */
  usageOf(task: number): Usage {
    const { promptTokens = 0, cachedTokens = 0, completionTokens = 0, estimated } = this.#tasks[task] ?? {}
    return { type: 'usage', promptTokens, cachedTokens, completionTokens, ...(estimated && { estimated }) }
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
    const byPrompt = new Map<number, number[]>()
    for (const task of this.#tasks) {
      if (this.#before.some((run) => run.#begins(task.prompt))) continue
      byPrompt.set(task.sharedWith, [...(byPrompt.get(task.sharedWith) ?? []), count(task)])
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

function promptOf(task: EngineTask): Prompt | null {
  return task.kind === 'generate' ? task.prompt : null
}

/** Whether it reads what the one before has read: further answers to a prompt, or to a conversation. */
function shares(task: EngineTask): boolean {
  return task.kind === 'chat' || (task.kind === 'generate' && (task.choice ?? 0) > 0)
}
