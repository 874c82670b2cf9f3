import { setTimeout as pause } from 'node:timers/promises'
import type { Check } from '../check.ts'
import type { Client } from '../client.ts'
import { Failure, told } from '../judge.ts'
import { lifecycleSchema, statusSchema } from './schemas.ts'

/** What clients leave between two looks. */
const POLL_MS = 300

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
]

async function load(client: Client, model: string): Promise<void> {
  told(await client.post('/v1/models/load', { model }), 200, lifecycleSchema)
  while (true) {
    const { models } = told(await client.get('/v1/system/status'), 200, statusSchema)
    const row = models.available.find(({ id }) => id === model)
    if (row === undefined) throw new Failure('the status has no row for the model')
    if (row.is_loaded) return
    if (row.status === 'error') throw new Failure('the load ended in an error')
    await pause(POLL_MS)
  }
}
