import type { TrivetError } from '../../core/errors.ts'
import type { Job } from '../../jobs/job.ts'
import type { Logger } from '../../telemetry/logger.ts'

/**
 * Faults of the server in a job are logged as those in a request are: nobody may be waiting, and the job itself doesn't
 * say what is behind them. What it is about isn't logged: it may be an address with a signature in it.
 */
export function logFailed(logger: Logger): (job: Job, error: TrivetError) => void {
  return ({ id, kind }, error) => {
    if (error.status < 500) return
    const { cause, code, message } = error
    logger.error({ job: id, kind, code, ...(cause !== undefined && { err: cause }) }, message)
  }
}
