import { z } from 'zod'
import type { Check } from '../check.ts'
import type { Answer } from '../client.ts'
import { hasHeader, must, Skip, told } from '../judge.ts'
import { detailSchema, flawsSchema, hubSchema, selfTestSchema } from './schemas.ts'

const UI = { 'x-ov-llm-ui': '1' }
const HUB = '/internal/connection-hub'

const PREPARE = {
  model_id: 'nobody',
  device: 'CPU',
  confirm_license: true,
  confirm_disk_requirement: true,
}

/** Only InferBridge's desktop has a wizard. */
function had(answer: Answer): Answer {
  if (answer.status === 404) throw new Skip('this server has no onboarding')
  return answer
}

/** Only pages of the server's own machine are told. */
function near(answer: Answer): Answer {
  if (answer.status === 403) throw new Skip('the server is on another machine')
  return answer
}

/** What a page on the server's own machine needs: how programs connect, a library, a wizard. */
export const localUiChecks: readonly Check[] = [
  {
    name: 'the connection hub is for local pages alone: without their header it is a 403',
    profiles: [],
    requires: [],
    run: async ({ client }) => void told(await client.get(HUB), 403, detailSchema),
  },
  {
    name: 'the connection hub tells how programs connect',
    profiles: [],
    requires: [],
    run: async ({ client }) => void told(near(await client.get(HUB, UI)), 200, hubSchema),
  },
  {
    name: "the hub's self-test has its five tests, and they pass",
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const answer = near(await client.post(`${HUB}/self-test`, { model_id: model }, UI))
      const { tests } = told(answer, 200, selfTestSchema)
      const bad = tests.filter(({ status }) => status !== 'passed')
      must(bad.length === 0, bad.map(({ id, detail }) => `${id}: ${detail}`).join('; '))
    },
  },
  {
    name: 'the library is exported as a file of definitions',
    profiles: [],
    requires: [],
    async run({ client }) {
      const answer = await client.get('/v1/model-library/export')
      hasHeader(answer, 'content-disposition', /^attachment; filename=/)
      const definition = z.looseObject({ model_id: z.string(), source_model: z.string(), backend: z.string() })
      told(answer, 200, z.looseObject({ schema_version: z.literal(1), models: z.record(z.string(), definition) }))
    },
  },
  {
    name: 'importing what the library exports changes nothing',
    profiles: [],
    requires: [],
    async run({ client }) {
      const schema = z.looseObject({ models: z.record(z.string(), z.unknown()) })
      const { models } = told(await client.get('/v1/model-library/export'), 200, schema)
      const payload = { models: Object.fromEntries(Object.entries(models).slice(0, 5)) }
      const imported = z.object({
        status: z.literal('imported'),
        added: z.array(z.string()).length(0),
        updated: z.array(z.string()).length(0),
        unchanged: z.array(z.string()),
      })
      told(await client.post('/v1/model-library/import-definitions', { payload }), 200, imported)
    },
  },
  {
    name: 'importing no definitions is a 409, what is none a 422, and overwriting a copy a 400',
    profiles: [],
    requires: [],
    async run({ client }) {
      const definitions = '/v1/model-library/import-definitions'
      told(await client.post(definitions, { payload: {} }), 409, detailSchema)
      told(await client.post(definitions, { payload: 'x' }), 422, flawsSchema)
      const copy = { model_id: 'verify-copy', name: 'Copy', source_path: '/nowhere', overwrite: true }
      told(await client.post('/v1/model-library/import-converted', copy), 400, detailSchema)
    },
  },
  {
    name: 'the wizard tells its state, the machine, the NPU and a model to begin with',
    profiles: [],
    requires: [],
    async run({ client }) {
      const path = '/v1/onboarding'
      const status = z.looseObject({ completed: z.boolean(), restart_requested: z.boolean() })
      told(had(await client.get(`${path}/status`)), 200, status)
      const item = z.object({
        key: z.string(),
        label: z.string(),
        status: z.enum(['ready', 'warning', 'unavailable', 'unknown']),
        value: z.unknown(),
        detail: z.string().nullable(),
      })
      const scan = z.looseObject({
        fingerprint: z.string(),
        items: z.array(item).min(9),
        warnings: z.array(z.string()),
      })
      told(await client.get(`${path}/system-scan`), 200, scan)
      told(await client.get(`${path}/npu-readiness`), 200, z.looseObject({ state: z.string(), usable: z.boolean() }))
      const model = z.looseObject({ model_id: z.string(), fit_score: z.number(), reason: z.string() })
      told(await client.get(`${path}/recommendation`), 200, model)
    },
  },
  {
    name: 'the wizard prepares nothing unconfirmed or unknown, and takes no other fields',
    profiles: [],
    requires: [],
    async run({ client }) {
      const path = '/v1/onboarding/prepare'
      told(had(await client.post(path, PREPARE)), 400, detailSchema)
      told(await client.post(path, { ...PREPARE, confirm_license: false }), 400, detailSchema)
      told(await client.post(path, { ...PREPARE, extra: 1 }), 422, flawsSchema)
      told(await client.get('/v1/onboarding/preparation/onboard-0'), 404, detailSchema)
    },
  },
]
