import { z } from 'zod'
import { OPENVINO_EXAMPLES, parseOpenVinoDevice } from '../../core/compute/openvino.ts'
import type { Definition } from '../../models/pull/definitions.ts'

const deviceSchema = z
  .string()
  .min(1)
  .max(64)
  .refine((text) => parseOpenVinoDevice(text) !== null, {
    error: `must be a device such as ${OPENVINO_EXAMPLES.join(', ')}`,
  })
  .transform((text) => parseOpenVinoDevice(text)?.name ?? text)

const fields = {
  model_id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/)
    .describe('What the model is to be called.'),
  name: z.string().min(1).max(160).describe('For people.'),
  source_model: z.string().min(1).max(240).describe('`org/repo` of Hugging Face.'),
  backend: z
    .enum(['openvino-genai', 'openvino-embeddings', 'openvino-vlm'])
    .default('openvino-genai')
    .describe('What kind of model it is, in the words of InferBridge. The engine follows from its files.'),
  weight_format: z
    .enum(['int4', 'int8', 'fp16'])
    .default('int4')
    .describe('int4 is Q4_K_M or another GGUF type of four bits, int8 is Q8_0, fp16 is F16 or BF16.'),
  max_context_len: z.int().min(128).max(262_144).default(2048).describe('Tokens, when it is loaded after.'),
  max_output_tokens: z.int().min(0).max(65_536).default(512).describe('Kept for clients; a request says its own.'),
  description: z.string().max(2000).nullish(),
  trust_remote_code: z.boolean().nullish().describe('Never needed: no code of a repository is run.'),
}

type Lengths = { backend: string; max_output_tokens: number; max_context_len: number }

const lengthsFit = ({ backend, max_output_tokens: output, max_context_len: context }: Lengths) =>
  backend === 'openvino-embeddings' ? output === 0 : output >= 1 && output < context

const LENGTHS = {
  path: ['max_output_tokens'],
  error: 'must be 0 for an embedder, and otherwise from 1 to less than `max_context_len`',
}

export const registerSchema = z
  .object({ ...fields, recommended_device: deviceSchema.default('NPU') })
  .refine(lengthsFit, LENGTHS)
  .meta({ id: 'RegisterRequest' })

export type RegisterFields = z.infer<typeof registerSchema>

export const customSchema = z
  .object({
    ...fields,
    recommended_device: deviceSchema.default('CPU').describe('Where it is loaded after.'),
    group_size: z.int().min(-1).nullish().describe('For a conversion: see POST /v1/models/convert.'),
    ratio: z.number().min(0).max(1).nullish(),
    sym: z.boolean().nullish(),
    load_after: z.boolean().default(true),
  })
  .refine(lengthsFit, LENGTHS)
  .meta({ id: 'DownloadCustomRequest' })

export type CustomFields = z.infer<typeof customSchema>

export function decodeDefinition(given: Omit<RegisterFields, never>): Definition {
  return {
    id: given.model_id,
    name: given.name,
    source: given.source_model,
    weightFormat: given.weight_format,
    backend: given.backend,
    device: given.recommended_device,
    contextTokens: given.max_context_len,
    outputTokens: given.max_output_tokens,
    description: given.description ?? null,
    trustRemoteCode: given.trust_remote_code ?? false,
  }
}

/** The fields that `decodeDefinition` makes this of. */
export function encodeDefinition(definition: Definition): RegisterFields {
  return {
    model_id: definition.id,
    name: definition.name,
    source_model: definition.source,
    weight_format: definition.weightFormat,
    backend: definition.backend,
    recommended_device: definition.device,
    max_context_len: definition.contextTokens,
    max_output_tokens: definition.outputTokens,
    description: definition.description,
    trust_remote_code: definition.trustRemoteCode,
  }
}

export const entrySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(['not_downloaded', 'converting', 'ready_to_load']),
    is_downloaded: z.boolean(),
    source_model: z.string(),
    backend: z.string(),
    weight_format: z.string(),
    recommended_device: z.string(),
    max_context_len: z.int(),
    max_output_tokens: z.int(),
    trust_remote_code: z.boolean(),
  })
  .meta({ id: 'RegisteredModel' })

type Entry = z.infer<typeof entrySchema>

export function encodeEntry(definition: Definition, status: Entry['status']): Entry {
  return {
    id: definition.id,
    name: definition.name,
    description: definition.description,
    status,
    is_downloaded: status === 'ready_to_load',
    source_model: definition.source,
    backend: definition.backend,
    weight_format: definition.weightFormat,
    recommended_device: definition.device,
    max_context_len: definition.contextTokens,
    max_output_tokens: definition.outputTokens,
    trust_remote_code: definition.trustRemoteCode,
  }
}
