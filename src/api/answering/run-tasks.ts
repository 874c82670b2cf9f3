import type { EngineEvent } from '../../core/event.ts'
import type { Sampling } from '../../core/sampling.ts'
import type { EngineTask, GenerateTask } from '../../core/task.ts'
import type { OpenModel, TaskEvent } from '../../scheduler/scheduler.ts'
import type { EventTransform } from '../../stream/stop-strings.ts'

/**
 * What the tasks say, each through a transform of its own. A task whose transform has ended its answer before the
 * engine did is cancelled, for nobody hears the rest.
 */
export async function* runTasks(
  open: OpenModel,
  tasks: readonly EngineTask[],
  newTransform: (task: number) => EventTransform,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent, void> {
  const transforms = tasks.map((_, task) => newTransform(task))
  const stream = open.run(tasks, signal)
  for await (const { task, event } of stream) {
    const events = transforms[task]?.(event) ?? []
    if (event.type !== 'finish' && events.some(isFinish)) stream.cancel(task)
    for (const out of events) yield { task, event: out }
  }
}

/** What makes a task that of one of several answers to its prompt. */
export function choiceOf(sampling: Sampling, choice: number): Pick<GenerateTask, 'sampling' | 'choice'> {
  return { sampling: samplingOfChoice(sampling, choice), ...(choice > 0 && { choice }) }
}

/** The sampling of one of several answers: those of a seeded request differ by their seed, the same every time. */
export function samplingOfChoice(sampling: Sampling, choice: number): Sampling {
  return { ...sampling, seed: sampling.seed === null ? null : (sampling.seed + choice) >>> 0 }
}

function isFinish(event: EngineEvent): boolean {
  return event.type === 'finish'
}
