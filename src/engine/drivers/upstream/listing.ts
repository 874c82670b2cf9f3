import { z } from 'zod'
import type { DialectId } from '../../../core/dialects.ts'
import type { Endpoint, Purpose, RemoteModel } from './endpoint.ts'

/** What servers say of a model in `/models`, as far as it is used here. */
const listed = z.object({
  id: z.string(),
  owned_by: z.string().nullish().catch(null),
  created: z.int().nonnegative().nullish().catch(null),
  max_model_len: z.number().nullish(),
  context_length: z.number().nullish(),
  trained_context_length: z.number().nullish(),
  capabilities: z.array(z.string()).nullish().catch(null),
  architecture: z
    .object({ input_modalities: z.array(z.string()) })
    .nullish()
    .catch(null),
  meta: z.object({ n_ctx: z.number().nullish(), n_ctx_train: z.number().nullish() }).nullish(),
})

/** llama-server says what its model can do in a second list, as Ollama has it. */
const listSchema = z.object({
  data: z.array(listed),
  models: z
    .array(z.object({ name: z.string(), capabilities: z.array(z.string()) }))
    .nullish()
    .catch(null),
})

type Listed = z.infer<typeof listed>

/** Where a server lists its models. */
export function modelsPath({ url }: Endpoint): string {
  return `${new URL(url).pathname}/models`
}

/** The models in an answer of `/models`; `null` when it is no such answer. */
export function readListing(endpoint: Endpoint, body: unknown): readonly RemoteModel[] | null {
  const parsed = listSchema.safeParse(body)
  if (!parsed.success) return null
  const { data, models: able } = parsed.data
  const capable = (model: Listed): Listed => {
    const { capabilities } = able?.find(({ name }) => name === model.id) ?? {}
    return capabilities === undefined ? model : { ...model, capabilities }
  }
  const models = data.map((model) => remoteModel(endpoint, capable(model)))
  const { models: wanted } = endpoint
  return wanted === null
    ? models
    : wanted.map((id) => models.find((model) => model.id === id) ?? unlisted(endpoint, id))
}

/** Gateways answer for more models than they list. */
export function unlisted(endpoint: Endpoint, id: string): RemoteModel {
  return {
    endpoint,
    id,
    dialect: endpoint.dialect ?? 'openai',
    contextTokens: null,
    purpose: purposeOf(id),
    sees: endpoint.vision ?? namedAsSeeing(id),
  }
}

function remoteModel(endpoint: Endpoint, model: Listed): RemoteModel {
  return {
    endpoint,
    id: model.id,
    dialect: endpoint.dialect ?? dialectOf(model),
    contextTokens: model.max_model_len ?? model.context_length ?? model.meta?.n_ctx ?? model.meta?.n_ctx_train ?? null,
    purpose: purposeOf(model.id),
    sees: endpoint.vision ?? (toldToSee(model) || namedAsSeeing(model.id)),
    owner: model.owned_by ?? null,
    created: model.created ?? null,
  }
}

/** Trivet and LM Studio say `vision`, llama-server `multimodal`, gateways which kinds of input there are. */
function toldToSee({ capabilities, architecture }: Listed): boolean {
  const told = [...(capabilities ?? []), ...(architecture?.input_modalities ?? [])]
  return told.some((word) => ['vision', 'multimodal', 'image'].includes(word.toLowerCase()))
}

/** vLLM and SGLang say nothing of it, but names of such models do. */
function namedAsSeeing(id: string): boolean {
  return /(^|[/_.-])(\w*vl\d*|vlm|vision|omni|llava\w*|pixtral|molmo|idefics\d*|paligemma|minicpm-v)([_.-]|$)/i.test(id)
}

/** Servers sign their lists. Trivet passes on how others have signed theirs. */
function dialectOf({ owned_by, trained_context_length }: Listed): DialectId {
  if (trained_context_length !== undefined) return 'trivet'
  if (owned_by === 'vllm' || owned_by === 'sglang') return owned_by
  if (owned_by === 'llamacpp') return 'llama-server'
  if (owned_by === 'rknn') return 'rkllm3-server'
  return 'openai'
}

/** No list tells what a model is for, but its name does. */
function purposeOf(id: string): Purpose {
  if (/rerank/i.test(id)) return 'rerank'
  return /embed|(^|[/_-])(bge|e5|gte|minilm)([_.-]|$)/i.test(id) ? 'embed' : 'chat'
}
