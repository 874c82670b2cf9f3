import type { RequestTrace } from '../../core/running.ts'
import type { EngineTask } from '../../core/task.ts'
import type { OpenModel, Scheduler } from '../../scheduler/scheduler.ts'
import { tokenIds } from '../tokens/token-ids.ts'

/** As an engine reads the prompts of tasks that generate. */
const AS_PROMPT = { addSpecial: true, parseSpecial: true }

/** The token ids of each task's prompt, run by run; `null` where there is none, and of a model that isn't loaded. */
export async function promptIds(
  scheduler: Pick<Scheduler, 'model' | 'open'>,
  model: string,
  { runs }: RequestTrace,
  signal: AbortSignal,
): Promise<(readonly number[] | null)[][]> {
  const open = isLoaded(scheduler, model) ? await scheduler.open(model, signal) : null
  return Promise.all(runs.map(({ tasks }) => Promise.all(tasks.map((task) => idsOf(open, task, signal)))))
}

function isLoaded(scheduler: Pick<Scheduler, 'model'>, model: string): boolean {
  try {
    return scheduler.model(model).state === 'ready'
  } catch {
    // It was deleted since.
    return false
  }
}

async function idsOf(open: OpenModel | null, task: EngineTask, signal: AbortSignal): Promise<readonly number[] | null> {
  if (!('prompt' in task)) return null
  if (typeof task.prompt !== 'string') return task.prompt
  if (open === null) return null
  const [ids = []] = await tokenIds(open, [task.prompt], signal, AS_PROMPT)
  return ids
}
