import type { Job } from '../../../jobs/job.ts'
import { hasEnded } from '../../../jobs/job.ts'
import type { Jobs } from '../../../jobs/jobs.ts'

/** The last work on a model, under way or over: a job in InferBridge's words. */
export interface Operation {
  readonly id: string
  readonly type: 'load' | 'convert'
  readonly job: Job
  readonly ended: boolean
}

/** The latest of a model; `null`: there was none, or it ended long ago. */
export function operationOf(jobs: Pick<Jobs, 'list'>, model: string): Operation | null {
  const job = jobs.list().findLast(({ subject }) => subject === model)
  return job === undefined ? null : operation(job)
}

/** Those under way. */
export function operationsUnderWay(jobs: Pick<Jobs, 'list'>): readonly Operation[] {
  return jobs
    .list()
    .filter((job) => !isOver(job))
    .map(operation)
}

function operation(job: Job): Operation {
  const type = job.kind === 'load' ? 'load' : 'convert'
  return { id: `${type}-${job.id.replace(/^job[-_]?/, '')}`, type, job, ended: isOver(job) }
}

/** InferBridge ends what it was at with itself: its clients go on with it as with what has failed. */
function isOver(job: Job): boolean {
  return hasEnded(job) || job.state === 'interrupted'
}
