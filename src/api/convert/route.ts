import { TrivetError } from '../../core/errors.ts'
import type { Definition } from '../../models/pull/definitions.ts'
import type { Endpoint, Ignored, Reply } from '../endpoint.ts'
import { answerJob, jobWish } from '../jobs/answer-job.ts'
import { jobEventSchema, jobSchema } from '../jobs/encode.ts'
import { decodeLoad } from '../models/decode-load.ts'
import type { Services } from '../services.ts'
import { convertJob } from './convert-job.ts'
import { type ConvertFields, convertSchema, type QuantizeFields, quantizeSchema } from './convert-schema.ts'
import type { LoadMade } from './making-job.ts'
import { quantizeJob } from './quantize-job.ts'

const RESPONSES = {
  200: {
    description: 'With `wait`, the job once it is done; with `stream`, its events. `result` tells what was made.',
    content: { 'application/json': jobSchema, 'text/event-stream': jobEventSchema },
  },
  202: { description: 'The job, which has begun.', content: { 'application/json': jobSchema } },
} as const

/** Making models of others: in another format, or with smaller numbers. */
export function convertEndpoints(services: Services): readonly [Endpoint<ConvertFields>, Endpoint<QuantizeFields>] {
  const { jobs, converter, puller, definitions, catalogue } = services
  return [
    {
      method: 'POST',
      path: '/v1/models/convert',
      scope: 'manage',
      tag: 'Models',
      summary: 'Convert a Hugging Face model',
      description:
        'Makes a GGUF model of safetensors, which are fetched when they are not here: Llama, Mistral, SmolLM, Qwen 2 and 3, Gemma 2 and 3, Phi 3, and the ' +
        'embedders and rerankers of BERT and XLM-RoBERTa. It is loaded once to see that it computes and that its tokens ' +
        'are the original ones, then it is in the store at once; whatever fails before leaves nothing.',
      body: convertSchema,
      responses: RESPONSES,
      streams: ({ stream }) => (stream ? 'named' : null),
      async handle({ body, signal }) {
        const fields = registered(body, await definitions.find(body.model))
        const spec = await convertJob(fields, { converter, puller, load: loadMade(fields, services) })
        const reply = await answerJob(jobs, spec, jobWish(body, false), signal)
        return { ...reply, ignored: unheeded(body) } as Reply
      },
    },
    {
      method: 'POST',
      path: '/v1/models/quantize',
      scope: 'manage',
      tag: 'Models',
      summary: 'Quantize a GGUF model',
      description:
        'Makes a model of smaller numbers out of one that is here, by llama.cpp in a process of its own. It is loaded ' +
        'once to see that it computes; whatever fails before leaves nothing.',
      body: quantizeSchema,
      responses: RESPONSES,
      streams: ({ stream }) => (stream ? 'named' : null),
      async handle({ body, signal }) {
        return answerJob(jobs, await quantizeJob(body, converter, catalogue), jobWish(body, false), signal)
      },
    },
  ]
}

/** A registered id stands for where its model comes from and what it is to be; what the request says counts first. */
function registered(fields: ConvertFields, definition: Definition | null): ConvertFields {
  if (definition === null) return fields
  const { id, source, weightFormat, trustRemoteCode } = definition
  return {
    ...fields,
    model: source,
    id: fields.id ?? id,
    weight_format: fields.weight_format ?? (fields.type ? null : weightFormat),
    trust_remote_code: fields.trust_remote_code ?? trustRemoteCode,
  }
}

/** A conversion to GGUF never runs the model's code, trusted or not. */
function unheeded({ format, trust_remote_code: trust }: ConvertFields): Ignored {
  return format !== 'openvino' && trust ? ['trust_remote_code'] : []
}

/** Throws `invalid_value` about a device for nothing to be loaded on. */
function loadMade({ load_after: wanted, device }: ConvertFields, { scheduler, files }: Services): LoadMade | null {
  if (wanted) {
    return ({ id, path }, signal) => scheduler.load({ ...decodeLoad({ model: id, device }, files), path }, signal)
  }
  if (!device) return null
  throw new TrivetError('invalid_value', { reason: '`device` is only allowed with `load_after`.' }, 'device')
}
