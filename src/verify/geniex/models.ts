import type { Check } from '../check.ts'
import type { Client } from '../client.ts'
import { must, Skip, told } from '../judge.ts'
import { chat } from './requests.ts'
import { errorSchema, modelListSchema, modelSchema } from './schemas.ts'

/** So many that a list is there before they are. */
const LONG_EVENTS = 200

const idsOf = async (client: Client) =>
  told(await client.get('/v1/models'), 200, modelListSchema).data.map(({ id }) => id)

/** One of several parts of an id, so that it can be told how a name may be written. */
async function precise(client: Client): Promise<{ readonly name: string; readonly precision: string }> {
  const id = (await idsOf(client)).find((each) => each.includes(':'))
  if (id === undefined) throw new Skip('no model here has a precision in its id')
  const colon = id.indexOf(':')
  return { name: id.slice(0, colon), precision: id.slice(colon + 1) }
}

export const modelChecks: readonly Check[] = [
  {
    name: 'models are listed, each precision once, with the organization they are of',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { data } = told(await client.get('/v1/models'), 200, modelListSchema)
      must(new Set(data.map(({ id }) => id)).size === data.length, 'an id is there twice')
      for (const { id, owned_by } of data)
        must(!id.includes('/') || owned_by === id.split('/')[0], `${id} is owned by ${owned_by}`)
    },
  },
  {
    name: 'a model is described at its id, as it is and percent-encoded',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const [id] = await idsOf(client)
      if (id === undefined) throw new Skip('there are no models here')
      for (const path of [id, encodeURIComponent(id)]) {
        const model = told(await client.get(`/v1/models/${path}`), 200, modelSchema)
        must(model.id === id, `${path} is described as ${model.id}`)
      }
    },
  },
  {
    name: 'a precision may be written in any case, and left out',
    profiles: [],
    requires: [],
    async run({ client }) {
      const { name, precision } = await precise(client)
      for (const id of [`${name}:${precision.toLowerCase()}`, name]) {
        const model = told(await client.get(`/v1/models/${id}`), 200, modelSchema)
        must(model.id.startsWith(name), `${id} is described as ${model.id}`)
      }
    },
  },
  {
    name: 'a model that is not there is a 404 with `error` as a text',
    profiles: ['core'],
    requires: [],
    run: async ({ client }) => void told(await client.get('/v1/models/no/such-model'), 404, errorSchema),
  },
  {
    name: 'a precision that is not there is a 404',
    profiles: [],
    requires: [],
    async run({ client }) {
      const { name } = await precise(client)
      told(await client.get(`/v1/models/${name}:Q9_Z`), 404, errorSchema)
    },
  },
  {
    name: 'models are listed while an answer is on its way',
    profiles: [],
    requires: ['model'],
    grade: 'should',
    async run({ client, model }) {
      let listed = false
      const answer = chat(client, model, { stream: true, max_completion_tokens: 512 }).then(({ events }) => {
        if (events.length < LONG_EVENTS) throw new Skip('the answer was too short to tell')
        must(listed, 'the list waits until the answer has ended')
      })
      const list = idsOf(client).then(() => {
        listed = true
      })
      await Promise.all([answer, list])
    },
  },
]
