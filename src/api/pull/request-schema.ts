import { z } from 'zod'
import { HUBS } from '../../models/pull/reference.ts'

export const pullRequestSchema = z.object({
  model: z
    .string()
    .describe(
      '`org/repo` or `org/repo:PRECISION` of Hugging Face, `modelscope.cn/org/repo`, `docker.io/ai/name:tag`, ' +
        '`ollama.com/library/name:tag`, `qualcomm/name[@CHIP]` of Qualcomm AI Hub, the URL of a .gguf file, the id of a registered model, or a path, where the ' +
        'server allows it.',
    ),
  hub: z
    .string()
    .nullish()
    .describe(`Where \`model\` is, when its name doesn't say it: ${HUBS.join(', ')}, or GenieX's names for these.`),
  revision: z
    .string()
    .min(1)
    .max(200)
    .nullish()
    .describe('Branch, tag or commit of the repository; a release of AI Hub.'),
  file: z.string().min(1).max(1000).nullish().describe('One file of the repository, by its path there.'),
  precision: z
    .string()
    .min(1)
    .max(40)
    .nullish()
    .describe('Such as `Q8_0`. Left out, the first there is of Q4_0, Q4_K_M and Q8_0, else the smallest.'),
  id: z.string().min(1).nullish().describe('What the model is to be called; as its source calls it when left out.'),
  wait: z.boolean().nullish().describe('Answer once it is done. Default: false, the answer is the job.'),
  stream: z.boolean().nullish().describe('Answer with the events of the job.'),
})

export type PullRequestFields = z.infer<typeof pullRequestSchema>

export const searchQuery = z.object({
  query: z.string().trim().min(1).max(200),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  task: z.string().max(80).default('text-generation').describe("A task of the hub's; empty: any."),
  format: z.enum(['gguf', 'any']).default('any').describe('`gguf`: only repositories with GGUF files.'),
})

export type SearchQuery = z.infer<typeof searchQuery>

export const foundSchema = z
  .object({
    id: z.string(),
    suggested_local_id: z.string().describe('An id that a registered model may have.'),
    downloads: z.int(),
    likes: z.int(),
    pipeline_tag: z.string().nullable(),
    backend: z
      .enum(['openvino-genai', 'openvino-embeddings', 'openvino-vlm'])
      .describe('What kind it is, as InferBridge says it.'),
    tags: z.array(z.string()),
  })
  .meta({ id: 'FoundRepository' })
