import { createHash } from 'node:crypto'
import { z } from 'zod'
import { templateCapabilities } from '../../models/facts/capabilities.ts'
import { capabilityNames } from '../models/catalogue-fields.ts'
import type { ModelView } from '../models/catalogue-view.ts'

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
  size: z.int().describe('Bytes; 0: unknown.'),
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

export function describeTag(view: ModelView): z.infer<typeof tagsSchema>['models'][number] {
  return { ...describe(view), modified_at: modifiedAt(view) }
}

/** Only of a model that is loaded. */
export function describeRunning(view: ModelView): z.infer<typeof runningSchema>['models'][number] {
  const { loaded, expiresMs } = view.status
  const expires_at = expiresMs === null ? NEVER : new Date(expiresMs).toISOString()
  return { ...describe(view), expires_at, size_vram: 0, context_length: loaded?.capabilities.contextTokens ?? 0 }
}

export function describeWhole(view: ModelView): z.infer<typeof showSchema> {
  const { status, stored } = view
  const { id, loaded } = status
  const facts = stored?.facts
  const family = familyOf(view)
  const known = {
    'general.parameter_count': parametersOf(view),
    [`${family}.context_length`]: facts?.contextTokens ?? loaded?.model.trainedContextTokens,
    [`${family}.embedding_length`]: facts?.embeddingSize,
    [`${family}.block_count`]: facts?.layers,
  }
  return {
    modelfile: `FROM ${id}\n`,
    parameters: loaded ? `num_ctx ${loaded.capabilities.contextTokens}` : '',
    template: loaded?.model.chatTemplate ?? facts?.chatTemplate ?? '',
    details: detailsOf(view),
    model_info: {
      'general.architecture': family,
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value !== null)),
    },
    capabilities: capabilitiesOf(view),
    modified_at: modifiedAt(view),
  }
}

/** Of Trivet's capabilities those that Ollama has a name for. */
const CAPABILITIES: readonly string[] = ['completion', 'tools', 'thinking', 'vision', 'embedding']

/** As its file tells; of one that tells nothing it is known once it was loaded, and until then it is taken to write. */
function capabilitiesOf({ stored, status: { loaded } }: ModelView): string[] {
  if (stored?.facts) {
    const names = capabilityNames(stored.facts.capabilities, loaded?.capabilities ?? null)
    return names.filter((name) => CAPABILITIES.includes(name))
  }
  if (loaded === null) return ['completion']
  return [
    ...(loaded.capabilities.generate ? ['completion'] : []),
    ...(loaded.capabilities.media.image ? ['vision'] : []),
    ...(loaded.capabilities.embeddingSize === null ? [] : ['embedding']),
    ...templateCapabilities(loaded.model.chatTemplate ?? ''),
  ]
}

function describe(view: ModelView) {
  const { id, loaded } = view.status
  return {
    name: id,
    model: id,
    size: view.stored?.sizeBytes ?? loaded?.model.sizeBytes ?? 0,
    digest: digestOf(view),
    details: detailsOf(view),
  }
}

/** A blob of Ollama's is called by its digest; other files are told apart by name and age. */
function digestOf({ status: { id, path, created } }: ModelView): string {
  const blob = /sha256-([0-9a-f]{64})$/.exec(path)?.[1]
  return blob ?? createHash('sha256').update(`${id}\n${created}`).digest('hex')
}

function detailsOf(view: ModelView): z.infer<typeof detailsSchema> {
  const family = familyOf(view)
  return {
    parent_model: '',
    format: 'gguf',
    family,
    families: [family],
    parameter_size: sizeName(parametersOf(view)),
    quantization_level: view.stored?.facts?.quantization ?? 'unknown',
  }
}

/** Else the first word of the runtime's own description, such as `llama` of `llama 1B Q4_K - Medium`. */
function familyOf({ stored, status: { loaded } }: ModelView): string {
  return stored?.facts?.architecture || (loaded?.model.description.split(' ')[0] ?? 'unknown')
}

function parametersOf({ stored, status: { loaded } }: ModelView): number {
  return stored?.facts?.parameters ?? loaded?.model.parameters ?? 0
}

function modifiedAt({ status: { created } }: ModelView): string {
  return new Date(created * 1000).toISOString()
}

/** `1.2B`, `135M`; empty when unknown. */
function sizeName(parameters: number): string {
  if (parameters === 0) return ''
  return parameters >= 1e9 ? `${(parameters / 1e9).toFixed(1)}B` : `${(parameters / 1e6).toFixed(0)}M`
}
