import { isAbsolute } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import type { Placement } from '../../core/placement.ts'
import { checkModelId } from '../../models/ids/id.ts'
import type { LoadOrder } from '../../scheduler/scheduler.ts'
import type { NamedFiles } from '../engine-fields.ts'
import { decodeCompute, decodeKeepAlive } from '../wish-fields.ts'
import type { LoadFields } from './load-schema.ts'

/** @param fields of a request that names a model by one name or the other */
export function modelOf({ model, model_id }: Pick<LoadFields, 'model' | 'model_id'>): string {
  return model ?? model_id ?? ''
}

/** Throws `invalid_value`. */
export function decodeLoad(fields: LoadFields, files: NamedFiles): LoadOrder {
  const placement = decodePlacement(fields, files)
  // Every request that leaves it out will name it: what none of them could have is refused now.
  if (fields.lora) files.adapter(fields.lora, 'lora')
  return {
    id: modelOf(fields),
    path: fields.model_path ? pathOf(fields, fields.model_path) : undefined,
    placement: Object.keys(placement).length > 0 ? placement : undefined,
    instances: fields.instance_count ?? undefined,
    queueCapacity: fields.request_queue_size ?? undefined,
    keepAliveMs: decodeKeepAlive(fields.keep_alive),
    defaults: fields.default_params || fields.lora ? defaultsOf(fields) : undefined,
  }
}

/** A client knows nothing of the folder that the server was started in. What it makes known has an id like all others. */
function pathOf(fields: LoadFields, path: string): string {
  checkModelId(modelOf(fields), typeof fields.model === 'string' ? 'model' : 'model_id')
  if (isAbsolute(path)) return path
  const reason = `\`model_path\` must be an absolute path; it is \`${path}\`.`
  throw new TrivetError('invalid_value', { reason }, 'model_path')
}

/** Only what was asked for: the rest stays as the model is set up. */
function decodePlacement(fields: LoadFields, files: NamedFiles): Placement {
  const wished: Placement = {
    contextTokens: fields.nctx ?? fields.default_params?.max_context_len ?? undefined,
    gpuLayers: fields.ngl ?? undefined,
    compute: decodeCompute(fields.compute, 'compute') ?? decodeCompute(fields.device, 'device'),
    slots: fields.slots ?? undefined,
    threads: fields.threads ?? undefined,
    deterministic: fields.deterministic ?? undefined,
    kvType: fields.kv_type ?? undefined,
    flashAttention: fields.flash_attention ?? undefined,
    loadMode: fields.load_mode ?? undefined,
    pooling: fields.pooling ?? undefined,
    mainGpu: fields.main_gpu ?? undefined,
    tensorSplit: fields.tensor_split ?? undefined,
    draftModel: fields.draft_model ? files.draft(fields.draft_model, 'draft_model') : undefined,
  }
  return Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== undefined))
}

function defaultsOf({ default_params, lora }: LoadFields): Readonly<Record<string, unknown>> {
  const { max_context_len: _, ...params } = default_params ?? {}
  const given = Object.entries({ ...params, lora_path: lora })
  return Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined))
}
