import type { Made } from '../api/convert/making-job.ts'
import type { Config } from '../config/config.ts'
import type { Flags } from '../config/layers.ts'
import { systemClock } from '../core/clock.ts'
import type { JobSpec } from '../jobs/job.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import type { Converter } from '../models/convert/converter.ts'
import type { Puller } from '../models/pull/puller.ts'
import { baseUrl } from './base-url.ts'
import { EXIT } from './exit-codes.ts'
import { cancelAt, serverAnswers, serverJob, toldError } from './jobs/server-job.ts'
import { showJob } from './jobs/show-job.ts'
import { jobHere } from './jobs/this-process.ts'
import type { ToldEvent } from './jobs/told-job.ts'
import { openConverter } from './open-converter.ts'
import { openModels } from './open-models.ts'
import { openPuller } from './open-puller.ts'
import { settingsFor } from './settings.ts'
import { endAsked } from './signals.ts'
import { byteSize } from './table.ts'

/** What a process that works alone has for it. */
export interface MakingTools {
  readonly converter: Converter
  readonly puller: Puller
  readonly catalogue: Catalogue
}

export interface Making {
  /** What a server is asked: where, and with what. */
  readonly path: string
  readonly body: object
  /** Whether only this process can read what is named: files that a server may not be told of. */
  readonly onlyHere: boolean
  /** The same as a job of this process. */
  job(tools: MakingTools): Promise<JobSpec>
}

/**
 * Makes a model through the running server, or alone when there is none or when what is named is a file of this machine.
 * Throws what it failed with; a signal ends it, and nothing is listed.
 */
export async function makeModel(making: Making, flags: Flags, json: boolean): Promise<void> {
  const config = settingsFor(flags)
  const stop = new AbortController()
  void endAsked().then(() => stop.abort())
  const url = baseUrl(config, config.port)
  const remote = !making.onlyHere && (await serverAnswers(url))
  let jobId: string | null = null
  async function* watched(events: AsyncIterable<ToldEvent>): AsyncGenerator<ToldEvent> {
    for await (const event of events) {
      jobId = event.job.id
      yield event
    }
  }
  const events = remote ? serverJob(url, making.path, making.body, stop.signal) : madeHere(making, config, stop.signal)
  try {
    const job = await showJob(watched(events), { progress: process.stderr, json: json ? process.stdout : null })
    if (job?.error) throw toldError(job.error)
    if (job?.state !== 'done') process.exitCode = EXIT.interrupted
    else if (!json) tell(job.result as Made)
  } catch (error) {
    if (!stop.signal.aborted) throw error
    if (remote && jobId !== null) await cancelAt(url, jobId)
    process.stderr.write('Stopped. Nothing of it is listed.\n')
    process.exitCode = EXIT.interrupted
  }
}

async function* madeHere(making: Making, config: Config, signal: AbortSignal): AsyncGenerator<ToldEvent> {
  const { env } = process
  const clock = systemClock
  const catalogue = await openModels({ config, env, clock, inUse: () => false, report: () => {} })
  const converter = openConverter({ config, publisher: catalogue, env, clock, diskAllowed: true })
  const puller = openPuller(catalogue, env, clock, {
    privateAllowed: config.pullFromPrivate,
    diskAllowed: true,
    chip: config.chip,
  })
  try {
    yield* jobHere(await making.job({ converter, puller, catalogue }), clock, signal)
  } finally {
    await puller.close()
  }
}

function tell({ model, size_bytes: bytes, warnings }: Made): void {
  for (const warning of warnings) process.stderr.write(`Note: ${warning}\n`)
  console.log(`Made ${model}, ${byteSize(bytes)}.`)
}
