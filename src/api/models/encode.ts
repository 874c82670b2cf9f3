import { basename } from 'node:path'
import { z } from 'zod'
import { AUTO, formatCompute } from '../../core/compute/compute.ts'
import type { LoadedGroup, ModelSettings } from '../../scheduler/scheduler.ts'
import { catalogueShape, encodeCatalogue } from './catalogue-fields.ts'
import type { ModelView } from './catalogue-view.ts'
import { encodeMemory, memorySchema } from './memory.ts'
import { encodeSupport, supportSchema } from './support.ts'

const settingsSchema = z.object({
  context: z.int().nullable().describe('Tokens one request may span; null: not decided before it is loaded.'),
  slots: z.int().nullable().describe('Requests an instance works on at once.'),
  threads: z.int().nullable(),
  gpu_layers: z.int().nullable().describe('Layers kept on an accelerator; -1 is all.'),
  compute: z.string(),
  deterministic: z.boolean(),
  kv_type: z.string(),
  flash_attention: z.string(),
  load_mode: z.string(),
  pooling: z.string().nullable().describe("How a text's vectors become one; null: as the model says."),
  split_mode: z.string(),
  main_gpu: z.int(),
  tensor_split: z.array(z.number()),
  draft_model: z.boolean().describe('Whether a draft model guesses its answers ahead.'),
  lora: z.array(z.string()).describe('LoRA adapters of answers whose requests name none.'),
  instance_count: z.int().describe('Instances wanted.'),
  request_queue_size: z.int().describe('Requests that may wait.'),
  keep_alive: z.number().describe('Seconds it stays loaded with nothing to do; -1 is for good.'),
  default_params: z.record(z.string(), z.unknown()).describe('What requests that leave these fields out are given.'),
})

const state = z.enum(['stopped', 'starting', 'ready', 'draining', 'stopping', 'failed'])

const groupSchema = z
  .object({
    state,
    reason: z.string().nullable(),
    instance_count: z.int().describe('Instances that can answer now.'),
    requested_instance_count: z.int(),
    context: z.int().nullable().describe('Tokens one request may span; null: not decided yet.'),
    slots: z.int().nullable().describe('Requests an instance works on at once.'),
    memory: memorySchema.nullable().describe('Of one instance, as estimated.'),
    running: z.int(),
    waiting: z.int(),
    expires_at: z.number().nullable(),
  })
  .meta({ id: 'ModelGroup' })

export const modelSchema = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z
      .int()
      .describe(
        "Modification time of the file, in seconds since the Unix epoch; of another server's, what that says, or 0.",
      ),
    owned_by: z.string().describe("`local`; of another server's, what that says, or `upstream` where it says nothing."),
    state,
    reason: z.string().nullable().describe('Why, when it failed.'),
    progress: z.number().describe('0 to 1 while it is loading; 1 when it is ready.'),
    running: z.int().describe('Requests being answered.'),
    waiting: z.int().describe('Requests in the queue.'),
    instance_count: z.int().describe('Instances that can answer now.'),
    instances: z.array(
      z.object({
        state,
        reason: z.string().nullable(),
        progress: z.number(),
        running: z.int(),
        crashes: z.int().describe('Since it last finished an answer.'),
        at: z.string().nullable().describe('The server that computes; null: this machine.'),
        reported: z
          .object({
            running: z.int(),
            waiting: z.int(),
            cache_used: z.number().nullable().describe('Of its memory for prompts and answers, 0 to 1.'),
            others: z.int().describe('Of its requests, those that are not from here.'),
          })
          .nullable()
          .describe('How busy that server says it is; null: it does not tell.'),
      }),
    ),
    groups: z
      .array(groupSchema)
      .describe('Its loads, each with settings of its own: as it is set up, then as requests wanted it otherwise.'),
    expires_at: z.number().nullable().describe('When it is unloaded if nothing comes; null: not by itself.'),
    settings: settingsSchema.describe('As they are in effect.'),
    memory: memorySchema
      .nullable()
      .describe(
        'Of one instance, of several the one that takes most: as estimated, and what requests have had loaded since. Null until it was planned once.',
      ),
    ...catalogueShape,
    size_bytes: z.int().nullable().describe('Of its files. This and all below: null while it is not known.'),
    parameters: z.int().nullable(),
    trained_context_length: z.int().nullable(),
    description: z
      .string()
      .nullable()
      .describe("The runtime's own. This and the next two are known once it was loaded."),
    context_length: z.int().nullable().describe('Tokens one request may span, prompt and answer together.'),
    parameter_support: supportSchema.nullable(),
    vocabulary_size: z.int().nullable().describe('Keys of `logit_bias` are below this.'),
    chat_template: z
      .enum(['model', 'chatml'])
      .nullable()
      .describe("`model`: from the model's file. `chatml`: the file has none, so ChatML is used."),
  })
  .meta({ id: 'Model' })

export type ModelFields = z.infer<typeof modelSchema>

/** OpenAI's model object and what Trivet knows besides. The path stays here: it is nobody's business. */
export function encodeModel({ status, stored }: ModelView): ModelFields {
  const { id, created, state, reason, progress, running, waiting, instances, expiresMs, footprint, loaded } = status
  const { owner = 'local' } = status
  const facts = stored?.facts
  return {
    id,
    object: 'model',
    created,
    owned_by: owner ?? 'upstream',
    state,
    reason,
    progress,
    running,
    waiting,
    instance_count: readyOf(instances),
    instances: instances.map(encodeInstance),
    groups: status.groups.map(encodeGroup),
    expires_at: seconds(expiresMs),
    settings: encodeSettings(status.settings, loaded?.capabilities.contextTokens ?? footprint?.contextTokens ?? null),
    memory: footprint && encodeMemory(footprint),
    ...encodeCatalogue(stored, loaded?.capabilities ?? null),
    size_bytes: stored?.sizeBytes ?? loaded?.model.sizeBytes ?? null,
    parameters: facts?.parameters ?? loaded?.model.parameters ?? null,
    trained_context_length: facts?.contextTokens ?? loaded?.model.trainedContextTokens ?? null,
    description: loaded?.model.description ?? null,
    context_length: loaded?.capabilities.contextTokens ?? null,
    parameter_support: loaded && encodeSupport(loaded.capabilities.parameters),
    vocabulary_size: loaded?.model.vocabularyTokens ?? null,
    chat_template: templateOf({ status, stored }),
  }
}

function encodeInstance({ reported, ...instance }: LoadedGroup['instances'][number]): ModelFields['instances'][number] {
  if (reported === null) return { ...instance, reported }
  const { running, waiting, cacheUsed: cache_used, others } = reported
  return { ...instance, reported: { running, waiting, cache_used, others } }
}

function encodeGroup({ state, reason, wanted, instances, ...group }: LoadedGroup): z.infer<typeof groupSchema> {
  return {
    state,
    reason,
    instance_count: readyOf(instances),
    requested_instance_count: wanted,
    context: group.contextTokens,
    slots: group.slots,
    memory: group.footprint && encodeMemory(group.footprint),
    running: group.running,
    waiting: group.waiting,
    expires_at: seconds(group.expiresMs),
  }
}

function readyOf(instances: LoadedGroup['instances']): number {
  return instances.filter(({ state }) => state === 'ready').length
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000
}

/** A template may lie beside the file, so that only who has loaded it knows of none. */
function templateOf({ status: { loaded }, stored }: ModelView): ModelFields['chat_template'] {
  if (loaded) return loaded.model.chatTemplate === null ? 'chatml' : 'model'
  return stored?.facts?.chatTemplate ? 'model' : null
}

/** What was left open and decided by the engine is the engine's; what nobody decided is the default. */
export function encodeSettings(
  { plan, placement, instances, queueCapacity, keepAliveMs, adapters, defaults }: ModelSettings,
  contextTokens: number | null,
): z.infer<typeof settingsSchema> {
  return {
    context: contextTokens ?? plan?.contextTokens ?? placement.contextTokens ?? null,
    slots: plan?.slots ?? placement.slots ?? null,
    threads: plan?.threads ?? placement.threads ?? null,
    gpu_layers: plan?.gpuLayers ?? placement.gpuLayers ?? null,
    compute: formatCompute(plan?.compute ?? placement.compute ?? AUTO),
    deterministic: placement.deterministic ?? false,
    kv_type: placement.kvType ?? 'f16',
    flash_attention: placement.flashAttention ?? 'auto',
    load_mode: placement.loadMode ?? 'auto',
    pooling: placement.pooling ?? null,
    split_mode: placement.splitMode ?? 'layer',
    main_gpu: placement.mainGpu ?? 0,
    tensor_split: [...(placement.tensorSplit ?? [])],
    draft_model: (placement.draftModel ?? null) !== null,
    lora: adapters.map(({ path }) => basename(path)),
    instance_count: instances,
    request_queue_size: queueCapacity,
    keep_alive: Number.isFinite(keepAliveMs) ? keepAliveMs / 1000 : -1,
    default_params: { ...defaults },
  }
}
