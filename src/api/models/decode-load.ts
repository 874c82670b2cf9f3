import { isAbsolute } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import type { Placement } from '../../core/placement.ts'
import type { LoadOrder, Scheduler } from '../../scheduler/scheduler.ts'
import { decodeKeepAlive } from '../wish-fields.ts'
import type { LoadFields } from './load-schema.ts'

/** @param fields of a request that names a model by one name or the other */
export function modelOf({ model, model_id }: Pick<LoadFields, 'model' | 'model_id'>): string {
  return model ?? model_id ?? ''
}

/** Throws `invalid_value` or `model_not_found`. */
export function decodeLoad(fields: LoadFields, scheduler: Pick<Scheduler, 'model'>): LoadOrder {
  const placement = decodePlacement(fields, scheduler)
  return {
    id: modelOf(fields),
    path: fields.model_path ? absolute(fields.model_path, 'model_path') : undefined,
    placement: Object.keys(placement).length > 0 ? placement : undefined,
    instances: fields.instance_count ?? undefined,
    queueCapacity: fields.request_queue_size ?? undefined,
    keepAliveMs: decodeKeepAlive(fields.keep_alive),
    defaults: fields.default_params || fields.lora ? defaultsOf(fields) : undefined,
  }
}

/** A client knows nothing of the folder that the server was started in. */
function absolute(path: string, field: string): string {
  if (isAbsolute(path)) return path
  throw new TrivetError('invalid_value', { reason: `\`${field}\` must be an absolute path; it is \`${path}\`.` }, field)
}

/** Only what was asked for: the rest stays as the model is set up. */
function decodePlacement(fields: LoadFields, scheduler: Pick<Scheduler, 'model'>): Placement {
  const wished: Placement = {
    contextTokens: fields.nctx ?? fields.default_params?.max_context_len ?? undefined,
    gpuLayers: fields.ngl ?? undefined,
    compute: decodeCompute(fields),
    slots: fields.slots ?? undefined,
    threads: fields.threads ?? undefined,
    deterministic: fields.deterministic ?? undefined,
    kvType: fields.kv_type ?? undefined,
    flashAttention: fields.flash_attention ?? undefined,
    loadMode: fields.load_mode ?? undefined,
    pooling: fields.pooling ?? undefined,
    mainGpu: fields.main_gpu ?? undefined,
    tensorSplit: fields.tensor_split ?? undefined,
    draftModel: fields.draft_model ? draftPath(fields.draft_model, scheduler) : undefined,
  }
  return Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== undefined))
}

/** OpenVINO's names are in capitals: `HETERO:` and `MULTI:` have several compute, `AUTO:` the first that is there. */
function decodeCompute({ compute, device }: LoadFields): string | undefined {
  const name = (compute ?? device)?.trim().toLowerCase()
  if (!name) return undefined
  return /^(hetero|multi):/.test(name) ? 'hybrid' : name.replace(/^auto:/, '')
}

/** An absolute path is a file's; anything else is a model's id. */
function draftPath(draft: string, scheduler: Pick<Scheduler, 'model'>): string {
  if (isAbsolute(draft)) return draft
  try {
    return scheduler.model(draft).path
  } catch (error) {
    throw error instanceof TrivetError ? new TrivetError(error.code, error.details, 'draft_model') : error
  }
}

function defaultsOf({ default_params, lora }: LoadFields): Readonly<Record<string, unknown>> {
  const { max_context_len: _, ...params } = default_params ?? {}
  const given = Object.entries({ ...params, lora_path: lora })
  return Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined))
}
