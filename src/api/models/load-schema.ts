import { z } from 'zod'
import { KV_TYPES, LOAD_MODES, MOST_SLOTS, POOLINGS, SPLIT_MODES } from '../../core/placement.ts'
import { samplingFields } from '../fields/sampling-schema.ts'
import { stopSchema } from '../fields/stop.ts'
import { keepAliveSchema, wishFields } from '../fields/wish-fields.ts'
import { missing } from '../validation/refinements.ts'

const id = z.string().min(1).max(1000)

/** The two names that a model's id has in such requests. */
export const modelFields = {
  model: id.nullish().describe('An id from GET /v1/models.'),
  model_id: id.nullish().describe('Another name of `model`, which wins.'),
}

export const MODEL_MISSING = missing('model')

export function namesModel({
  model,
  model_id,
}: {
  model?: string | null | undefined
  model_id?: string | null | undefined
}) {
  return (model ?? model_id) !== undefined && (model ?? model_id) !== null
}

export const defaultParamsSchema = z
  .object({
    ...samplingFields,
    max_tokens: z.int().min(1).nullish(),
    max_context_len: z.int().min(1).nullish().describe('Another name of `nctx`, which wins.'),
    stop: stopSchema,
    enable_thinking: z.boolean().nullish(),
  })
  .meta({ id: 'DefaultParams' })

const count = z.int().min(1).max(64)

export const loadSchema = z
  .object({
    ...modelFields,
    model_path: z
      .string()
      .min(1)
      .max(4096)
      .nullish()
      .describe('File or folder here of a model that is to be known by `model_id` until it is unloaded.'),
    instance_count: count.nullish().describe('Default: as many as there are, or 1.'),
    request_queue_size: z.int().min(0).nullish().describe('Requests that may wait. Default: as set on the server.'),
    default_params: defaultParamsSchema
      .nullish()
      .describe('What requests to chat and text completions that leave these fields out are given.'),
    keep_alive: keepAliveSchema
      .nullish()
      .describe('How long it stays loaded with nothing to do: seconds, or a duration such as `5m`; -1 is for good.'),
    nctx: z.int().min(2).nullish().describe('Tokens one request may span, prompt and answer together.'),
    context: z.int().min(2).nullish().describe('Another name of `nctx`, which wins: as the settings have it.'),
    ngl: wishFields.ngl,
    compute: wishFields.compute,
    device: z
      .string()
      .max(200)
      .nullish()
      .describe('Another name of `compute`, which wins: `CPU`, `GPU`, `NPU`, `AUTO`.'),
    slots: z.int().min(1).max(MOST_SLOTS).nullish().describe('Requests an instance works on at once.'),
    threads: z.int().min(1).max(1024).nullish().describe('Compute threads.'),
    deterministic: z.boolean().nullish().describe('Same request, same text, in any company, but slower.'),
    kv_type: z.enum(KV_TYPES).nullish().describe('Numbers in the KV cache.'),
    flash_attention: z.enum(['auto', 'on', 'off']).nullish(),
    load_mode: z.enum(LOAD_MODES).nullish().describe('How weights come into memory.'),
    pooling: z.enum(POOLINGS).nullish().describe("How a text's vectors become one; makes an embedder of any model."),
    split_mode: z.enum(SPLIT_MODES).nullish().describe('How several accelerators share the model.'),
    main_gpu: z.int().min(0).nullish().describe('The accelerator that takes all of a model that is not split.'),
    tensor_split: z.array(z.number().min(0)).min(1).max(16).nullish().describe('Shares for each accelerator.'),
    mmproj: z
      .string()
      .min(1)
      .max(4096)
      .nullish()
      .describe(
        'The encoder through which it reads images or sounds: a file beside a model served here. `none`: it reads text only. Default: the one that lies beside it.',
      ),
    draft_model: z
      .string()
      .min(1)
      .max(4096)
      .nullish()
      .describe(
        'A small model with the same vocabulary, which guesses answers ahead: its id, or its file beside a model served ' +
          'here. `auto`: the draft that lies beside this one. `none`: none.',
      ),
    lora: z
      .string()
      .min(1)
      .max(1000)
      .nullish()
      .describe(
        'LoRA adapter of answers whose requests name none, on every API: a file in `adapter_folder`. `none` or null: none.',
      ),
    wait: z.boolean().nullish().describe('False: answer at once with a job (202). Default true.'),
    stream: z.boolean().nullish().describe("True: the job's events, as they come."),
    dry_run: z.boolean().nullish().describe('True: say what it would take, and do nothing.'),
  })
  .refine(namesModel, MODEL_MISSING)
  .meta({ id: 'LoadRequest' })

export type LoadFields = z.infer<typeof loadSchema>

export const resizeSchema = z
  .object({ ...modelFields, instance_count: count })
  .refine(namesModel, MODEL_MISSING)
  .meta({ id: 'ResizeRequest' })

export const unloadSchema = z
  .object({
    ...modelFields,
    timeout: z
      .number()
      .min(0)
      .nullish()
      .describe('Seconds that requests get to finish; then they are ended. Default: as long as they take.'),
  })
  .refine(namesModel, MODEL_MISSING)
  .meta({ id: 'UnloadRequest' })

export type ResizeFields = z.infer<typeof resizeSchema>
export type UnloadFields = z.infer<typeof unloadSchema>
