import type { ReasoningTags } from '../../core/answer.ts'
import type { EngineEvent, GuessCounts, PromptProgress, Usage } from '../../core/event.ts'
import { promptCost } from '../../core/prompt-cost.ts'
import type { EngineTask, GenerateTask } from '../../core/task.ts'
import type { OpenModel, TaskStream } from '../../scheduler/scheduler.ts'
import { sideBySide } from '../../scheduler/side-by-side.ts'
import { TagSplitter } from '../../stream/tag-splitter.ts'

export interface ThinkingBudget {
  readonly tags: ReasoningTags
  /** The prompt has opened the block already. */
  readonly opened: boolean
  /** Tokens that the reasoning may cost, tags included. */
  readonly tokens: number
  /** The rest of a task, from a prompt on in which the reasoning is closed. */
  readonly afterThinking: (task: GenerateTask, prompt: string) => GenerateTask
}

/**
 * The same model, which thinks no longer than the budget: a task whose reasoning is still open then is ended, and goes
 * on as a second task whose prompt has all of it and a closing tag. Most of that prompt is in the engine's cache. The
 * second task waits its turn like any other, and each choice is a request of its own.
 */
export function budgeted(open: OpenModel, budget: ThinkingBudget): OpenModel {
  return { ...open, run: (tasks, signal) => runWithin(open, budget, tasks, signal) }
}

function runWithin(
  open: OpenModel,
  budget: ThinkingBudget,
  tasks: readonly EngineTask[],
  signal: AbortSignal,
): TaskStream {
  return sideBySide(tasks, signal, (task, own) =>
    task.kind === 'generate' ? think(open, budget, task, own) : only(open.run([task], own)),
  )
}

async function* think(
  open: OpenModel,
  { tags, opened, tokens: budget, afterThinking }: ThinkingBudget,
  task: GenerateTask,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent, void> {
  const splitter = new TagSplitter(tags, opened)
  let progress: PromptProgress | null = null
  let guesses: GuessCounts | null = null
  let text = ''
  let spent = 0
  if (!splitter.inside || budget > 0) {
    for await (const event of only(open.run([task], signal))) {
      yield event
      if (event.type === 'prompt-progress') progress = event
      if (event.type === 'guess-progress') guesses = { accepted: event.accepted, rejected: event.rejected }
      if (event.type !== 'text-delta') continue
      const wasInside = splitter.inside
      splitter.write(event.text)
      text += event.text
      if (wasInside || splitter.inside) spent += event.tokens
      if (splitter.inside && spent >= budget) break
    }
    if (!splitter.inside || spent < budget || signal.aborted) return
  }
  const closing = `\n${tags.close}\n\n`
  yield { type: 'text-delta', text: closing, tokens: 0 }
  const rest = { ...task, ...remaining(task, spent) }
  if (rest.maxTokens === 0) {
    yield {
      type: 'usage',
      ...promptCost(progress),
      completionTokens: spent,
      ...(guesses !== null && { speculation: guesses }),
    }
    yield { type: 'finish', reason: 'length' }
    return
  }
  for await (const event of only(open.run([afterThinking(rest, `${task.prompt}${text}${closing}`)], signal))) {
    if (event.type === 'usage') yield together(event, progress, guesses, spent)
    else if (event.type === 'guess-progress') yield { ...event, ...bothGuesses(event, guesses) }
    else if (event.type !== 'prompt-progress' || progress === null) yield event
  }
}

function remaining(
  { maxTokens, minTokens }: GenerateTask,
  spent: number,
): Pick<GenerateTask, 'maxTokens' | 'minTokens'> {
  return {
    maxTokens: maxTokens === null ? null : Math.max(0, maxTokens - spent),
    ...(minTokens !== undefined && { minTokens: Math.max(0, minTokens - spent) }),
  }
}

/** One usage of the two tasks: the prompt is the first one's, both have generated. */
function together(last: Usage, first: PromptProgress | null, guesses: GuessCounts | null, spent: number): Usage {
  const { promptTokens, cachedTokens, estimated, ...usage } = last
  const prompt = first ? promptCost(first) : { promptTokens, cachedTokens, ...(estimated && { estimated }) }
  const speculation = usage.speculation && { speculation: bothGuesses(usage.speculation, guesses) }
  return { ...usage, ...prompt, ...speculation, completionTokens: usage.completionTokens + spent }
}

function bothGuesses(second: GuessCounts, first: GuessCounts | null): GuessCounts {
  const { accepted, rejected } = second
  return { accepted: accepted + (first?.accepted ?? 0), rejected: rejected + (first?.rejected ?? 0) }
}

async function* only(stream: TaskStream): AsyncGenerator<EngineEvent, void> {
  for await (const { event } of stream) yield event
}
