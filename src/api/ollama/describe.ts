import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ModelStatus } from '../../scheduler/scheduler.ts'

const detailsSchema = z.object({
  parent_model: z.string(),
  format: z.string(),
  family: z.string(),
  families: z.array(z.string()),
  parameter_size: z.string(),
  quantization_level: z.string(),
})

const common = {
  name: z.string(),
  model: z.string(),
  size: z.int().describe('Bytes; 0 until it was loaded once.'),
  digest: z.string().describe("Changes with the model's file."),
  details: detailsSchema,
}

export const tagsSchema = z
  .object({ models: z.array(z.object({ ...common, modified_at: z.string() })) })
  .meta({ id: 'OllamaTags' })

export const runningSchema = z
  .object({
    models: z.array(z.object({ ...common, expires_at: z.string(), size_vram: z.int(), context_length: z.int() })),
  })
  .meta({ id: 'OllamaRunning' })

export const showSchema = z
  .object({
    modelfile: z.string(),
    parameters: z.string(),
    template: z.string(),
    details: detailsSchema,
    model_info: z.record(z.string(), z.unknown()),
    capabilities: z.array(z.string()),
    modified_at: z.string(),
  })
  .meta({ id: 'OllamaShow' })

/** A year that no client takes for soon. */
const NEVER = '9999-12-31T23:59:59Z'

export function describeTag(status: ModelStatus): z.infer<typeof tagsSchema>['models'][number] {
  return { ...describe(status), modified_at: modifiedAt(status) }
}

/** Only of a model that is loaded. */
export function describeRunning(status: ModelStatus): z.infer<typeof runningSchema>['models'][number] {
  const context_length = status.loaded?.capabilities.contextTokens ?? 0
  return { ...describe(status), expires_at: expiresAt(status), size_vram: 0, context_length }
}

export function describeWhole(status: ModelStatus): z.infer<typeof showSchema> {
  const { loaded } = status
  const family = familyOf(status)
  return {
    modelfile: `FROM ${status.id}\n`,
    parameters: loaded ? `num_ctx ${loaded.capabilities.contextTokens}` : '',
    template: loaded?.model.chatTemplate ?? '',
    details: detailsOf(status),
    model_info: {
      'general.architecture': family,
      ...(loaded && {
        'general.parameter_count': loaded.model.parameters,
        [`${family}.context_length`]: loaded.model.trainedContextTokens,
      }),
    },
    capabilities: capabilitiesOf(status),
    modified_at: modifiedAt(status),
  }
}

/** What a model can do is known once it was loaded; until then it is taken for one that chats. */
function capabilitiesOf({ loaded }: ModelStatus): string[] {
  if (loaded === null) return ['completion']
  const template = loaded.model.chatTemplate ?? ''
  return [
    ...(loaded.capabilities.generate ? ['completion'] : []),
    ...(loaded.capabilities.embeddingSize === null ? [] : ['embedding']),
    ...(/\btools\b/.test(template) ? ['tools'] : []),
    ...(/enable_thinking|<think>|reasoning_content/.test(template) ? ['thinking'] : []),
  ]
}

function describe(status: ModelStatus) {
  const { id, created, loaded } = status
  const digest = createHash('sha256').update(`${id}\n${created}`).digest('hex')
  return { name: id, model: id, size: loaded?.model.sizeBytes ?? 0, digest, details: detailsOf(status) }
}

function detailsOf(status: ModelStatus): z.infer<typeof detailsSchema> {
  const family = familyOf(status)
  return {
    parent_model: '',
    format: 'gguf',
    family,
    families: [family],
    parameter_size: sizeName(status.loaded?.model.parameters ?? 0),
    quantization_level: 'unknown',
  }
}

/** The first word of the runtime's own description, such as `llama` of `llama 1B Q4_K - Medium`. */
function familyOf({ loaded }: ModelStatus): string {
  return loaded?.model.description.split(' ')[0] ?? 'unknown'
}

function expiresAt({ expiresMs }: ModelStatus): string {
  return expiresMs === null ? NEVER : new Date(expiresMs).toISOString()
}

function modifiedAt({ created }: ModelStatus): string {
  return new Date(created * 1000).toISOString()
}

/** `1.2B`, `135M`; empty when unknown. */
function sizeName(parameters: number): string {
  if (parameters === 0) return ''
  return parameters >= 1e9 ? `${(parameters / 1e9).toFixed(1)}B` : `${(parameters / 1e6).toFixed(0)}M`
}
