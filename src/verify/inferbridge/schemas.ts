import { z } from 'zod'

export const detailSchema = z.strictObject({ detail: z.string() })

/** Only these three keys, so that nothing of what was sent comes back. */
export const flawsSchema = z.strictObject({
  detail: z
    .array(
      z.strictObject({ type: z.string(), loc: z.array(z.union([z.string(), z.number()])).min(1), msg: z.string() }),
    )
    .min(1),
})

export const conflictSchema = z.object({ detail: z.object({ code: z.string(), message: z.string() }) })

const call = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

const usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })

const envelope = { id: z.string().startsWith('chatcmpl-'), created: z.int(), model: z.string() }

export const completionSchema = z.object({
  ...envelope,
  object: z.literal('chat.completion'),
  choices: z
    .array(
      z.object({
        index: z.literal(0),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          tool_calls: z.array(call).nullable(),
        }),
        finish_reason: z.enum(['stop', 'tool_calls']),
      }),
    )
    .length(1),
  usage,
})

export const chunkSchema = z.object({
  ...envelope,
  object: z.literal('chat.completion.chunk'),
  choices: z.array(z.object({ index: z.literal(0), delta: z.looseObject({}), finish_reason: z.string().nullable() })),
  usage: usage.optional(),
})

export const responseSchema = z.looseObject({
  id: z.string().startsWith('resp-'),
  object: z.literal('response'),
  status: z.enum(['in_progress', 'completed', 'failed']),
  model: z.string(),
  output: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  usage: z
    .object({
      input_tokens: z.int(),
      input_tokens_details: z.object({ cached_tokens: z.int() }),
      output_tokens: z.int(),
      output_tokens_details: z.object({ reasoning_tokens: z.int() }),
      total_tokens: z.int(),
    })
    .nullable(),
})

export const embeddingsSchema = z.object({
  object: z.literal('list'),
  model: z.string(),
  data: z.array(
    z.object({
      object: z.literal('embedding'),
      index: z.int(),
      embedding: z.union([z.array(z.number()).min(1), z.string()]),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int() }),
})

export const modelListSchema = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      id: z.string(),
      object: z.literal('model'),
      created: z.int(),
      owned_by: z.string(),
      name: z.string(),
      description: z.string(),
      status: z.enum([
        'not_downloaded',
        'converting',
        'ready_to_load',
        'queued',
        'loading',
        'loaded',
        'error',
        'cancelled',
      ]),
    }),
  ),
})

const progress = z.looseObject({
  phase: z.string(),
  message: z.string().max(180),
  percent: z.number().nullable(),
  log_tail: z.array(z.string()).max(10),
})

const row = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.string(),
  status_label: z.string(),
  is_loaded: z.boolean(),
  is_loading: z.boolean(),
  is_downloaded: z.boolean(),
  device: z.string().nullable(),
  recommended_device: z.string(),
  weight_format: z.enum(['int4', 'int8', 'fp16']),
  source_model: z.string(),
  max_context_len: z.int(),
  max_output_tokens: z.int(),
  trust_remote_code: z.boolean(),
  backend: z.enum(['openvino-genai', 'openvino-embeddings', 'openvino-vlm']),
  capabilities: z.array(z.string()),
  supports_vision: z.boolean(),
  input_modalities: z.array(z.string()),
  can_load: z.boolean(),
  can_convert: z.boolean(),
  can_unload: z.boolean(),
  can_delete: z.boolean(),
  error: z.string().nullable(),
  progress,
})

/** A row as the answer to what was done with its model. */
const answeredRow = row.extend({
  advisor: z.looseObject({ compatibility: z.enum(['compatible', 'caution', 'blocked']), fit_score: z.number() }),
  huggingface_access: z.object({
    access_type: z.enum(['public', 'gated', 'unknown', 'local']),
    model_url: z.string().nullable(),
    license_url: z.string().nullable(),
  }),
  is_gated: z.boolean(),
})

export const lifecycleSchema = z.looseObject({ status: z.string(), message: z.string(), model: answeredRow })

const models = z.object({
  loaded: z.array(z.string()),
  count: z.int(),
  loading_count: z.int(),
  available: z.array(row),
})

const totals = z.object({
  requests: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  avg_latency_ms: z.number(),
})

export const statusSchema = z.looseObject({
  schema_version: z.literal(1),
  generated_at: z.number(),
  memory: z.object({ total_gb: z.number(), available_gb: z.number(), used_percent: z.number() }),
  cpu: z.object({ percent: z.number() }),
  gpu: z.looseObject({ device: z.string(), full_name: z.string() }).nullable(),
  device: z.looseObject({
    default: z.string(),
    mock: z.boolean(),
    available: z.array(z.string()),
    loaded: z.record(z.string(), z.string()),
    busy: z.boolean(),
  }),
  disk: z.object({
    models_dir: z.string(),
    models_gb: z.number(),
    total_gb: z.number().nullable(),
    free_gb: z.number().nullable(),
  }),
  metrics: z.looseObject({ totals, per_model: z.record(z.string(), totals) }),
  model_advisor: z.record(z.string(), z.unknown()),
  cache: z.object({ hit: z.boolean(), stale: z.boolean(), ttl_seconds: z.number(), age_seconds: z.number() }),
  models,
  events: z
    .array(
      z.looseObject({
        id: z.int(),
        timestamp: z.number(),
        level: z.enum(['info', 'warning', 'error']),
        message: z.string(),
      }),
    )
    .max(50),
  split_status: z.looseObject({ models_endpoint: z.string() }),
})

export const modelStatusSchema = z.looseObject({ schema_version: z.literal(1), models })

export const eventsSchema = z.object({
  object: z.literal('list'),
  data: z.array(z.looseObject({ id: z.int() })),
  cursor: z.int(),
  next_cursor: z.int(),
  latest_cursor: z.int(),
  has_more: z.boolean(),
  reset_required: z.boolean(),
})

export const devicesSchema = z.object({
  default_device: z.string(),
  openvino_available: z.boolean(),
  mock: z.boolean(),
  available: z.array(z.string()),
  devices: z.array(z.object({ device: z.string(), full_name: z.string() })),
  suggestions: z.array(z.object({ device: z.string(), experimental: z.boolean(), note: z.string() })),
  supported_examples: z.array(z.string()).min(1),
})

export const keyStatsSchema = z.array(
  z.object({
    key_name: z.string(),
    requests: z.int(),
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_latency: z.number(),
  }),
)

export const healthSchema = z.looseObject({
  status: z.enum(['ok', 'busy']),
  version: z.string(),
  uptime_seconds: z.int(),
  mock: z.boolean(),
  device: z.string(),
  openvino: z.boolean(),
  models_loaded: z.int(),
  loading_count: z.int(),
  any_busy: z.boolean(),
})

export const hubSchema = z.object({
  runtime_state: z.enum(['available', 'shutting_down']),
  base_url: z.url(),
  api_root: z.literal('/v1'),
  listen_host: z.string(),
  port: z.int(),
  authentication: z.object({
    enabled: z.boolean(),
    required: z.boolean(),
    label: z.string(),
    api_key_placeholder: z.string(),
  }),
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      backend: z.string(),
      status: z.string(),
      loaded: z.boolean(),
      generation_capable: z.boolean(),
      busy: z.boolean(),
    }),
  ),
  loaded_model_ids: z.array(z.string()),
  usable_model_ids: z.array(z.string()),
  lan: z.object({
    enabled: z.boolean(),
    classification: z.enum(['loopback', 'lan', 'unspecified']),
    label: z.string(),
    detail: z.string(),
    configured_host: z.string(),
    url: z.string().nullable(),
    security_attention: z.boolean(),
  }),
})

export const selfTestSchema = z.object({
  model_id: z.string().nullable(),
  tests: z
    .array(
      z.object({
        id: z.enum(['models', 'non_streaming', 'streaming', 'cancellation', 'authentication']),
        label: z.string(),
        status: z.enum(['passed', 'failed', 'skipped']),
        duration_ms: z.int().nullable(),
        detail: z.string(),
      }),
    )
    .length(5),
})
