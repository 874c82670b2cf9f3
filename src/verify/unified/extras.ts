import type { Check } from '../check.ts'
import { held } from '../conversation.ts'
import { hasHeader, hasStatus, must, told } from '../judge.ts'
import { chat, offered } from './requests.ts'
import { completionSchema, errorSchema } from './schemas.ts'

/** What the products have beyond OpenAI: servers that lack it follow OpenAI all the same. */
const extra = (name: string, run: Check['run'], requires: Check['requires'] = ['model']): Check => ({
  name,
  profiles: [],
  requires,
  grade: 'should',
  run,
})

/** Fields of the products with values that make no sense: who knows the field refuses them. */
const SENSELESS: readonly object[] = [
  { nctx: -1 },
  { ngl: 'all' },
  { compute: 'abacus' },
  { image_max_length: 0 },
  { enable_json: 'perhaps' },
  { enable_think: 'perhaps' },
  { enable_thinking: 'perhaps' },
  { grammar_string: 7 },
  { spec_type: 'crystal-ball' },
  { repetition_penalty: -1 },
  { repeat_penalty: -1 },
  { top_k: -2 },
  { min_p: 2 },
]

const SENSIBLE = {
  nctx: 128,
  compute: 'cpu',
  enable_json: false,
  enable_think: false,
  repetition_penalty: 1.1,
  top_k: 40,
  min_p: 0.05,
  image_max_length: 512,
}

/** Routes of the products that say something without changing anything. */
const ROUTES = [
  '/health',
  '/health/live',
  '/health/ready',
  '/v1/devices',
  '/v1/platforms',
  '/v1/system/status',
  '/v1/system/telemetry',
  '/v1/keys/stats',
]

export const extraChecks: readonly Check[] = [
  ...SENSELESS.map((fields) =>
    extra(`the field of ${JSON.stringify(fields)} is known, and such a value refused`, async ({ client, model }) => {
      const { error } = told(await chat(client, model, fields), 400, errorSchema)
      const [name = ''] = Object.keys(fields)
      must(error.param === name, 'the error does not name it')
    }),
  ),
  extra("fields of the products go together with OpenAI's", async ({ client, model }) => {
    told(await chat(client, model, SENSIBLE), 200, completionSchema)
  }),
  extra('grammar_string holds the answer to a grammar', async ({ client, model }) => {
    const answer = held(await chat(client, model, { grammar_string: 'root ::= "yes" | "no"', enable_think: false }))
    const content = told(answer, 200, completionSchema).choices[0]?.message.content ?? ''
    must(['yes', 'no'].includes(content), 'it is something else')
  }),
  extra('logits are told of one pass over tokens', async ({ client, model }) => {
    const answer = offered(await client.post('/v1/logits', { model, input_ids: [3, 4], top_n: 1 }))
    const { n_rows: rows } = (answer.json ?? {}) as { n_rows?: number }
    must(answer.status === 200 && rows === 2, `status ${answer.status}, ${rows} rows`)
  }),
  extra('`auto` is whichever model is there', async ({ client }) => {
    told(await chat(client, 'auto'), 200, completionSchema)
  }),
  ...ROUTES.map((path) =>
    extra(`${path} tells of the server`, async ({ client }) => hasStatus(await client.get(path), 200), []),
  ),
  ...['resize', 'unload'].map((verb) =>
    extra(
      `to ${verb} a model that is not there is a 404`,
      async ({ client }) => {
        const body = { model_id: 'no-such-model', instance_count: 1 }
        told(await client.post(`/v1/models/${verb}`, body), 404, errorSchema)
      },
      [],
    ),
  ),
  extra(
    'a request keeps the id that it came with',
    async ({ client }) =>
      hasHeader(await client.get('/v1/models', { 'x-request-id': 'verify-1' }), 'x-request-id', 'verify-1'),
    [],
  ),
]
