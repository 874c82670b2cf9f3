import { progressLine } from './progress-line.ts'
import type { ToldEvent, ToldJob } from './told-job.ts'

/** Where a job is shown: a terminal has one line that changes, anything else gets a line for each stage. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface ShowOptions {
  readonly progress: Screen
  /** Where each event goes as a line of JSON, instead of being shown; null: nowhere. */
  readonly json: Screen | null
}

const DEFAULT_COLUMNS = 80
const CLEAR_LINE = '\r\u001b[K'

/** Shows a job until it is over, or until its events end; resolves with how it was then. */
export async function showJob(
  events: AsyncIterable<ToldEvent>,
  { progress, json }: ShowOptions,
): Promise<ToldJob | null> {
  let job: ToldJob | null = null
  let stage: string | null = null
  try {
    for await (const event of events) {
      job = event.job
      if (json) json.write(`${JSON.stringify(event)}\n`)
      else if (progress.isTTY)
        progress.write(`${CLEAR_LINE}${progressLine(job, (progress.columns ?? DEFAULT_COLUMNS) - 1)}`)
      else if (job.stage !== null && job.stage !== stage) progress.write(`${job.stage} ${job.subject}\n`)
      stage = job.stage
    }
    return job
  } finally {
    if (json === null && progress.isTTY) progress.write(CLEAR_LINE)
  }
}
