import { z } from 'zod'
import type { Check } from '../check.ts'
import { told } from '../judge.ts'

const errorSchema = z.object({ detail: z.string() })

export const errorChecks: readonly Check[] = [
  {
    name: 'a model that is not there is a 404 with `detail`',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const messages = [{ role: 'user', content: 'Hello' }]
      told(await client.post('/v1/chat/completions', { model: 'no/such-model', messages }), 404, errorSchema)
    },
  },
]
