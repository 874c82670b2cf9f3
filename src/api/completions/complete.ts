import { TrivetError } from '../../core/errors.ts'
import type { GenerateTask, Prompt } from '../../core/task.ts'
import type { OpenModel, Scheduler, TaskEvent } from '../../scheduler/scheduler.ts'
import { formatConstraint } from '../answering/checked-format.ts'
import { clientStops } from '../answering/client-stops.ts'
import { queueHeader } from '../answering/queue-header.ts'
import { choiceOf, runTasks } from '../answering/run-tasks.ts'
import { withoutUnable } from '../fields/assumed-sampling.ts'
import { type ParameterNames, refuseUnsupported } from '../validation/refuse-unsupported.ts'
import type { CompletionOrder } from './decode.ts'
import { failureOf } from './failure.ts'
import { type ReadPrompt, readPrompts } from './read-prompts.ts'

/** Completions under way. */
export interface CompletionRun {
  readonly fingerprint: string
  /** Says its place in line. */
  readonly headers: Readonly<Record<string, string>>
  /** What the answers to each prompt begin with; `null`: with nothing. */
  readonly echoes: readonly ReadPrompt[] | null
  /** What each candidate says, after stop strings: those of the first prompt, then those of the next. */
  readonly events: AsyncIterable<TaskEvent>
}

const NAMES: Partial<ParameterNames> = {
  maxTokens: { name: 'max_tokens', neutral: 'null' },
  logprobs: { name: 'logprobs', neutral: 'null' },
}

/** What needs logprobs when nobody has asked for them. */
const CHOICE = { name: 'best_of', neutral: 'null' }

/** Rejects with what `Scheduler.open` rejects with, with what reading the prompts does, or `unsupported_parameter`. */
export async function complete(
  scheduler: Scheduler,
  order: CompletionOrder,
  signal: AbortSignal,
): Promise<CompletionRun> {
  const open = await scheduler.open(order.model, signal, order.wish)
  const tasks = tasksOf(open, order)
  const names = order.logprobs === null ? { ...NAMES, logprobs: CHOICE } : NAMES
  for (const task of tasks) refuseUnsupported(open, task, names)
  const reads = order.echo || order.maxTokens === 0 ? await readPrompts(open, order, signal) : null
  const echoes = order.echo ? reads : null
  const common = { fingerprint: open.fingerprint, headers: queueHeader(open), echoes }
  if (reads !== null && order.maxTokens === 0) return { ...common, events: nothingSaid(order, reads) }
  const events = runTasks(open, tasks, () => clientStops(order.stop, order.format), signal)
  return { ...common, events: withPlaces(order, events) }
}

/** The candidates of each prompt, each with a seed of its own. */
function tasksOf(open: OpenModel, order: CompletionOrder): readonly GenerateTask[] {
  const { maxTokens, minTokens, ignoreEos, engine, candidates, choices } = order
  const sampling = withoutUnable(order.sampling, order.assumed, open.capabilities)
  // To choose among candidates, one has to know how likely they are.
  const logprobs = order.logprobs ?? (candidates > choices ? 0 : undefined)
  const held = formatConstraint(order.format)
  return order.prompts.flatMap((prompt) =>
    Array.from({ length: candidates }, (_, candidate) => ({
      kind: 'generate',
      prompt: order.suffix === null ? prompt : aroundGap(open, prompt, order.suffix),
      ...choiceOf(sampling, candidate),
      maxTokens,
      minTokens,
      ignoreEos,
      ...(logprobs !== undefined && { logprobs }),
      ...held,
      ...(engine.adapters.length > 0 && { adapters: engine.adapters }),
      ...(engine.speculation !== undefined && { speculation: engine.speculation }),
    })),
  )
}

/** The prompt of a model that fills in the middle, in the order that such models are trained with. */
function aroundGap(open: OpenModel, prompt: Prompt, suffix: string): string {
  const marks = open.model.fillInTokens
  if (marks === undefined) {
    const details = { parameter: 'suffix', where: `the model ${open.id}`, neutral: 'null' }
    throw new TrivetError('unsupported_parameter', details, 'suffix')
  }
  if (typeof prompt !== 'string') {
    throw new TrivetError('invalid_value', { reason: '`suffix` needs a `prompt` that is text.' }, 'prompt')
  }
  return `${marks.prefix}${prompt}${marks.suffix}${suffix}${marks.middle}`
}

async function* nothingSaid({ candidates }: CompletionOrder, reads: readonly ReadPrompt[]): AsyncGenerator<TaskEvent> {
  for (const [prompt, { tokens }] of reads.entries()) {
    for (let task = prompt * candidates; task < (prompt + 1) * candidates; task++) {
      yield { task, event: { type: 'usage', promptTokens: tokens, completionTokens: 0, cachedTokens: 0 } }
      yield { task, event: { type: 'finish', reason: 'length' } }
    }
  }
}

/** A failure says which prompt it is about. */
async function* withPlaces(order: CompletionOrder, events: AsyncIterable<TaskEvent>): AsyncGenerator<TaskEvent> {
  for await (const { task, event } of events) {
    if (event.type === 'error') throw failureOf(order, Math.floor(task / order.candidates), event.error)
    yield { task, event }
  }
}
