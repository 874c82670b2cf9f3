import { resolve } from 'node:path'
import { decodeOrder, pullJob } from '../api/pull/order.ts'
import type { PullRequestFields } from '../api/pull/request-schema.ts'
import type { Config } from '../config/config.ts'
import type { Flags } from '../config/layers.ts'
import { systemClock } from '../core/clock.ts'
import type { PullOrder } from '../models/pull/pull.ts'
import { baseUrl } from './base-url.ts'
import { EXIT } from './exit-codes.ts'
import { pauseAt, serverAnswers, serverJob, toldError } from './jobs/server-job.ts'
import { showJob } from './jobs/show-job.ts'
import { jobHere } from './jobs/this-process.ts'
import type { ToldEvent } from './jobs/told-job.ts'
import { openModels } from './open-models.ts'
import { openPuller } from './open-puller.ts'
import { settingsFor } from './settings.ts'
import { endAsked } from './signals.ts'
import { byteSize } from './table.ts'

/**
 * Pulls through the running server, or alone when there is none or when the model is a file of this machine. Throws
 * what it failed with; a signal ends it, and what is there is kept.
 */
export async function pullModel(fields: PullRequestFields, flags: Flags, json: boolean): Promise<void> {
  const config = settingsFor(flags)
  const order = decodeOrder(fields)
  const stop = new AbortController()
  void endAsked().then(() => stop.abort())
  const url = baseUrl(config, config.port)
  const remote = order.reference.hub !== 'disk' && (await serverAnswers(url))
  let jobId: string | null = null
  async function* watched(events: AsyncIterable<ToldEvent>): AsyncGenerator<ToldEvent> {
    for await (const event of events) {
      jobId = event.job.id
      yield event
    }
  }
  const events = remote
    ? serverJob(url, '/v1/models/pull', fields, stop.signal)
    : pulledHere(order, fields.model, config, stop.signal)
  try {
    const job = await showJob(watched(events), { progress: process.stderr, json: json ? process.stdout : null })
    if (job?.error) throw toldError(job.error)
    if (job?.state === 'done' && !json) console.log(success(job.result as PullResult))
    if (job?.state !== 'done') process.exitCode = EXIT.interrupted
  } catch (error) {
    if (!stop.signal.aborted) throw error
    if (remote && jobId !== null) await pauseAt(url, jobId)
    process.stderr.write('Stopped. What is there is kept: the same command goes on with it.\n')
    process.exitCode = EXIT.interrupted
  }
}

interface PullResult {
  readonly model: string
  readonly size_bytes: number
}

async function* pulledHere(
  { reference, ...order }: PullOrder,
  subject: string,
  config: Config,
  signal: AbortSignal,
): AsyncGenerator<ToldEvent> {
  const { env } = process
  const store = await openModels({ config, env, clock: systemClock, inUse: () => false, report: () => {} })
  const puller = openPuller(store, env, systemClock, {
    privateAllowed: config.pullFromPrivate,
    diskAllowed: true,
    chip: config.chip,
  })
  const here = reference.hub === 'disk' ? { ...reference, path: resolve(reference.path) } : reference
  try {
    yield* jobHere(pullJob(puller, { ...order, reference: here }, subject), systemClock, signal)
  } finally {
    await puller.close()
  }
}

function success({ model, size_bytes: bytes }: PullResult): string {
  return `Pulled ${model}, ${byteSize(bytes)}.`
}
