import { advise } from '../../api/advice/advise.ts'
import type { AdviceQuery, EncodedAdvice } from '../../api/advice/schema.ts'
import type { Flags } from '../../config/layers.ts'
import { systemLogger } from '../../telemetry/logger.ts'
import { withBenchmarks } from '../bench/stored.ts'
import { STOP_MS } from '../chat/local.ts'
import { compose, registryFor } from '../compose.ts'
import { serverAnswers } from '../jobs/server-job.ts'
import { ask } from '../models/remote-desk.ts'
import { serverFor } from '../models/server.ts'
import { openMachine } from '../open-machine.ts'
import { settingsFor } from '../settings.ts'

/** Of the server, where one answers or is named; else of what is here, without loading anything. */
export async function adviceFor(wish: AdviceQuery, url: string | undefined, flags: Flags): Promise<EncodedAdvice> {
  const server = await serverFor(url, flags)
  if (url !== undefined || (await serverAnswers(server))) return askServer(server, wish)
  const config = settingsFor(flags)
  const { scheduler, catalogue, clock } = await compose(config, systemLogger('silent'))
  try {
    const machine = openMachine(registryFor(config), clock, config.chip)
    const benchmarks = { list: () => withBenchmarks((store) => store.list()) }
    return await advise(wish, { scheduler, catalogue, machine, benchmarks })
  } finally {
    await scheduler.drain(STOP_MS)
  }
}

function askServer(server: string, { model, profile }: AdviceQuery): Promise<EncodedAdvice> {
  const search = new URLSearchParams({ ...(model !== undefined && { model }), profile })
  return ask<EncodedAdvice>(server, 'GET', `/v1/advice?${search}`)
}
