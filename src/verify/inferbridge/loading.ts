import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Check } from '../check.ts'
import type { Client } from '../client.ts'
import { CHAT } from '../conversation.ts'
import { Failure, must, told } from '../judge.ts'
import { detailSchema, lifecycleSchema, statusSchema } from './schemas.ts'

/** What clients leave between two looks. */
const POLL_MS = 300

/** No machine has so many. */
const ABSENT = 'NPU.99'

type Row = z.infer<typeof statusSchema>['models']['available'][number]

/** Clients load what they use themselves, so whatever comes after these finds its models loaded. */
export const loadingChecks: readonly Check[] = [
  {
    name: 'a load is answered at once, and the system status ends in is_loaded',
    profiles: ['core'],
    requires: ['model'],
    run: ({ client, model }) => load(client, model),
  },
  {
    name: 'an embedding model is loaded the same way',
    profiles: ['core'],
    requires: ['embedding model'],
    run: ({ client, embeddingModel }) => load(client, embeddingModel),
  },
  {
    name: 'a switch to a device that is not there leaves the model as it was, and says why',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      told(await client.post('/v1/models/load', { model, device: ABSENT }), 200, lifecycleSchema)
      const row = await settled(client, model)
      must(row.is_loaded && row.status === 'loaded', `the status is ${row.status}`)
      must(row.progress.message.includes(ABSENT), 'the message does not name the device')
    },
  },
  {
    name: 'an unloaded model is a 409; a load that can not be ends in an error with its reason; the next one succeeds',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const { status } = told(await client.post('/v1/models/unload', { model }), 200, lifecycleSchema)
      must(status === 'unloaded', `unloading has the status ${status}`)
      try {
        const messages = [{ role: 'user', content: 'Hello' }]
        told(await client.post(CHAT, { model, messages }), 409, detailSchema)
        told(await client.post('/v1/models/load', { model, device: ABSENT }), 200, lifecycleSchema)
        const failed = await settled(client, model)
        must(failed.status === 'error' && !failed.is_loaded, `the status is ${failed.status}`)
        must(failed.error !== null && failed.progress.phase === 'error', 'there is no reason')
        const recovery = z.looseObject({ recovery_id: z.string(), failed_stage: z.literal('load') })
        told(await client.get(`/v1/models/recovery/${encodeURIComponent(model)}`), 200, recovery)
      } finally {
        await load(client, model)
      }
    },
  },
]

async function load(client: Client, model: string): Promise<void> {
  told(await client.post('/v1/models/load', { model }), 200, lifecycleSchema)
  const row = await settled(client, model)
  if (!row.is_loaded) throw new Failure(`the load ended in ${row.status}`)
}

/** The model's row once nothing is being done with it. */
async function settled(client: Client, model: string): Promise<Row> {
  while (true) {
    const { models } = told(await client.get('/v1/system/status'), 200, statusSchema)
    const row = models.available.find(({ id }) => id === model)
    if (row === undefined) throw new Failure('the status has no row for the model')
    if (!row.is_loading && row.status !== 'queued' && row.status !== 'loading') return row
    await pause(POLL_MS)
  }
}
