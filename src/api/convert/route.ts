import type { Endpoint, Ignored, Reply } from '../endpoint.ts'
import { answerJob, jobDocs, jobWish } from '../jobs/answer-job.ts'
import type { Services } from '../services.ts'
import { type ConvertFields, convertSchema, type QuantizeFields, quantizeSchema } from './convert-schema.ts'
import { convertJobOf, quantizeJobOf } from './job-of.ts'

const RESPONSES = jobDocs(
  'With `wait`, the job once it is done; with `stream`, its events. `result` tells what was made.',
)

/** Making models of others: in another format, or with smaller numbers. */
export function convertEndpoints(services: Services): readonly [Endpoint<ConvertFields>, Endpoint<QuantizeFields>] {
  const { jobs } = services
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
        const reply = await answerJob(jobs, await convertJobOf(services, body), jobWish(body, false), signal)
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
        return answerJob(jobs, await quantizeJobOf(services, body), jobWish(body, false), signal)
      },
    },
  ]
}

/** A conversion to GGUF never runs the model's code, trusted or not. */
function unheeded({ format, trust_remote_code: trust }: ConvertFields): Ignored {
  return format !== 'openvino' && trust ? ['trust_remote_code'] : []
}
