import { expect, test } from 'vitest'
import { ManualClock } from '../../../test/fakes/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import { createJobs } from '../../jobs/create.ts'
import { createLogger } from '../../telemetry/logger.ts'
import { logFailed } from './log-failed.ts'

test('what is behind a fault in a job is in the log; a refusal is not', async () => {
  const lines: string[] = []
  const logger = createLogger({ level: 'info', pretty: false, destination: { write: (line) => lines.push(line) } })
  const jobs = createJobs({ clock: new ManualClock(), newId: () => `job-${Math.random()}`, failed: logFailed(logger) })
  for (const thrown of [new Error('the cause'), new TrivetError('source_not_found', { url: 'x' })]) {
    const work = () => Promise.reject(thrown)
    const { job } = jobs.start({ kind: 'pull', subject: 'a', key: thrown.message, work })
    await jobs.ended(job.id, new AbortController().signal)
  }
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      job: jobs.list()[0]?.id,
      kind: 'pull',
      code: 'internal_error',
      err: expect.objectContaining({ message: 'the cause', stack: expect.stringContaining('log-failed.test.ts') }),
    }),
  ])
})
