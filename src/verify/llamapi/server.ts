import type { Check } from '../check.ts'
import { CHAT } from '../conversation.ts'
import { hasHeader, hasStatus, must, told } from '../judge.ts'
import { platformsSchema } from './schemas.ts'

const MIB = 1024 * 1024

export const serverChecks: readonly Check[] = [
  {
    name: 'health is the word `ok`',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const answer = await client.get('/health')
      hasStatus(answer, 200)
      hasHeader(answer, 'content-type', /^text\/plain/)
      must(answer.text.trim() === 'ok', 'it is another')
    },
  },
  {
    name: 'platforms are listed, with the chips that each has here',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { platforms } = told(await client.get('/v1/platforms'), 200, platformsSchema)
      must(platforms.length > 0, 'there is none')
    },
  },
  {
    name: 'a body of 60 MiB is read',
    profiles: [],
    requires: [],
    async run({ client }) {
      const body = { model: 'no/such-model', input: 'a', user: ' '.repeat(60 * MIB) }
      hasStatus(await client.post('/v1/embeddings', body), 404)
    },
  },
  {
    name: 'a body that is no JSON is refused',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      hasStatus(await client.post(CHAT, '{"model":'), 400)
    },
  },
]
