import { z } from 'zod'
import type { Definition } from '../../models/pull/definitions.ts'
import { decodeType } from '../convert/gguf-type.ts'
import { type Endpoint, type Ignored, json, jsonDoc } from '../endpoint.ts'
import { encodeJob, jobSchema } from '../jobs/encode.ts'
import type { Services } from '../services.ts'
import { fetchJob } from './fetch-job.ts'
import {
  type CustomFields,
  customSchema,
  decodeDefinition,
  encodeEntry,
  entrySchema,
  type RegisterFields,
  registerSchema,
} from './fields.ts'
import { customJobOf, toolsOf } from './job-of.ts'

const answerSchema = z.object({ status: z.string(), message: z.string(), model: entrySchema })

/** InferBridge's ways of adding a model: by what it is to be, not by what is there. */
export function registryEndpoints(services: Services): readonly [Endpoint<RegisterFields>, Endpoint<CustomFields>] {
  const { definitions, jobs } = services
  return [
    {
      method: 'POST',
      path: '/v1/models/register',
      scope: 'manage',
      tag: 'Models',
      summary: 'Register a model',
      description:
        'Remembers under an id where a model comes from. POST /v1/models/pull with that id, or ' +
        '/v1/models/download-custom with the same fields, fetches it; until then it is not listed.',
      body: registerSchema,
      responses: { 200: jsonDoc('It is known now.', answerSchema) },
      async handle({ body }) {
        const definition = decodeDefinition(body)
        fetchJob(definition, decodeType({ weight_format: definition.weightFormat }), toolsOf(services, null))
        const known = await definitions.add(definition)
        const message = known === 'added' ? 'The model is registered.' : 'The model was registered already.'
        const model = encodeEntry(definition, 'not_downloaded')
        return { ...json({ status: 'registered', message, model }), ignored: unheeded(definition) }
      },
    },
    {
      method: 'POST',
      path: '/v1/models/download-custom',
      scope: 'manage',
      tag: 'Models',
      summary: 'Register a model and fetch it',
      description:
        'As register, then a job: GGUF files of the repository in the weight format are pulled; where it has only ' +
        'safetensors, these are fetched and converted. Loaded after, unless `load_after` is false.',
      body: customSchema,
      responses: {
        200: jsonDoc(
          'It has begun: `job` is to be followed at GET /v1/jobs/{id}.',
          answerSchema.extend({ job: jobSchema }),
        ),
      },
      async handle({ body }) {
        const definition = decodeDefinition(body)
        const spec = customJobOf(services, body)
        await definitions.add(definition)
        const { job } = jobs.start(spec)
        const message = 'The model is being fetched.'
        const model = encodeEntry(definition, 'converting')
        const answer = { status: 'converting', message, model, job: encodeJob(job) }
        return { ...json(answer), ignored: unheeded(definition) }
      },
    },
  ]
}

function unheeded({ trustRemoteCode }: Definition): Ignored {
  return trustRemoteCode ? ['trust_remote_code'] : []
}
