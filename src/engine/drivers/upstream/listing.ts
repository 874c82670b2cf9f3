import { z } from 'zod'
import type { DialectId } from '../../../core/dialects.ts'
import type { Endpoint, Purpose, RemoteModel } from './endpoint.ts'

/** What servers say of a model in `/models`, as far as it is used here. */
const listed = z.object({
  id: z.string(),
  owned_by: z.string().nullish(),
  max_model_len: z.number().nullish(),
  context_length: z.number().nullish(),
  trained_context_length: z.number().nullish(),
  meta: z.object({ n_ctx: z.number().nullish(), n_ctx_train: z.number().nullish() }).nullish(),
})

const listSchema = z.object({ data: z.array(listed) })

type Listed = z.infer<typeof listed>

/** Where a server lists its models. */
export function modelsPath({ url }: Endpoint): string {
  return `${new URL(url).pathname}/models`
}

/** The models in an answer of `/models`; `null` when it is no such answer. */
export function readListing(endpoint: Endpoint, body: unknown): readonly RemoteModel[] | null {
  const parsed = listSchema.safeParse(body)
  if (!parsed.success) return null
  const models = parsed.data.data.map((model) => remoteModel(endpoint, model))
  const { models: wanted } = endpoint
  return wanted === null
    ? models
    : wanted.map((id) => models.find((model) => model.id === id) ?? unlisted(endpoint, id))
}

/** Gateways answer for more models than they list. */
export function unlisted(endpoint: Endpoint, id: string): RemoteModel {
  return { endpoint, id, dialect: endpoint.dialect ?? 'openai', contextTokens: null, purpose: purposeOf(id) }
}

function remoteModel(endpoint: Endpoint, model: Listed): RemoteModel {
  return {
    endpoint,
    id: model.id,
    dialect: endpoint.dialect ?? dialectOf(model),
    contextTokens: model.max_model_len ?? model.context_length ?? model.meta?.n_ctx ?? model.meta?.n_ctx_train ?? null,
    purpose: purposeOf(model.id),
  }
}

/** Servers sign their lists. */
function dialectOf({ owned_by, trained_context_length }: Listed): DialectId {
  if (owned_by === 'vllm' || owned_by === 'sglang') return owned_by
  if (owned_by === 'llamacpp') return 'llama-server'
  if (owned_by === 'rknn') return 'rkllm3-server'
  return owned_by === 'local' && trained_context_length !== undefined ? 'trivet' : 'openai'
}

/** No list tells what a model is for, but its name does. */
function purposeOf(id: string): Purpose {
  if (/rerank/i.test(id)) return 'rerank'
  return /embed|(^|[/_-])(bge|e5|gte|minilm)([_.-]|$)/i.test(id) ? 'embed' : 'chat'
}
