import { isAbsolute } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import { AUTO_DRAFT, NO_FILE, type Placement } from '../../core/placement.ts'
import type { Adapter } from '../../core/task.ts'
import { checkModelId } from '../../models/ids/id.ts'
import type { LoadOrder } from '../../scheduler/scheduler.ts'
import type { NamedFiles } from '../fields/named-files.ts'
import { decodeCompute, decodeKeepAlive } from '../fields/wish-fields.ts'
import type { LoadFields } from './load-schema.ts'

/** @param fields of a request that names a model by one name or the other */
export function modelOf({ model, model_id }: Pick<LoadFields, 'model' | 'model_id'>): string {
  return model ?? model_id ?? ''
}

/** Throws `invalid_value`. */
export function decodeLoad(fields: LoadFields, files: NamedFiles): LoadOrder {
  const placement = decodePlacement(fields, files)
  const reset = SETTINGS.filter(
    (name) => !(name in placement) && PLACEMENT_FIELDS[name].some((field) => fields[field] === null),
  )
  return {
    id: modelOf(fields),
    path: fields.model_path ? pathOf(fields, fields.model_path) : undefined,
    placement: Object.keys(placement).length > 0 ? placement : undefined,
    ...(reset.length > 0 && { reset }),
    instances: fields.instance_count,
    queueCapacity: fields.request_queue_size,
    keepAliveMs: fields.keep_alive === null ? null : decodeKeepAlive(fields.keep_alive),
    adapters: decodeAdapters(fields, files),
    defaults: fields.default_params && defaultsOf(fields.default_params),
  }
}

/** The fields that set a placement: `null` in one, and nothing in its other names, is the configured value again. */
export const PLACEMENT_FIELDS = {
  contextTokens: ['nctx', 'context'],
  gpuLayers: ['ngl'],
  compute: ['compute', 'device'],
  slots: ['slots'],
  threads: ['threads'],
  deterministic: ['deterministic'],
  kvType: ['kv_type'],
  flashAttention: ['flash_attention'],
  loadMode: ['load_mode'],
  pooling: ['pooling'],
  splitMode: ['split_mode'],
  mainGpu: ['main_gpu'],
  tensorSplit: ['tensor_split'],
  draftModel: ['draft_model'],
  projector: ['mmproj'],
} as const satisfies Record<keyof Placement, readonly (keyof LoadFields)[]>

const SETTINGS = Object.keys(PLACEMENT_FIELDS) as (keyof Placement)[]

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
    contextTokens: fields.nctx ?? fields.context ?? fields.default_params?.max_context_len ?? undefined,
    gpuLayers: fields.ngl ?? undefined,
    compute: decodeCompute(fields.compute, 'compute') ?? decodeCompute(fields.device, 'device'),
    slots: fields.slots ?? undefined,
    threads: fields.threads ?? undefined,
    deterministic: fields.deterministic ?? undefined,
    kvType: fields.kv_type ?? undefined,
    flashAttention: fields.flash_attention ?? undefined,
    loadMode: fields.load_mode ?? undefined,
    pooling: fields.pooling ?? undefined,
    splitMode: fields.split_mode ?? undefined,
    mainGpu: fields.main_gpu ?? undefined,
    tensorSplit: fields.tensor_split ?? undefined,
    draftModel: decodeDraft(fields, files),
    projector: decodeProjector(fields, files),
  }
  return Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== undefined))
}

function decodeDraft(fields: LoadFields, files: NamedFiles): string | null | undefined {
  const { draft_model: draft } = fields
  if (draft === NO_FILE) return null
  if (draft === AUTO_DRAFT) return files.draftBeside(modelOf(fields), 'draft_model')
  return draft ? files.draft(draft, 'draft_model') : undefined
}

function decodeProjector({ mmproj }: LoadFields, files: NamedFiles): string | null | undefined {
  if (mmproj === NO_FILE) return null
  return mmproj ? files.draft(mmproj, 'mmproj') : undefined
}

function decodeAdapters({ lora }: LoadFields, files: NamedFiles): readonly Adapter[] | undefined {
  if (lora === null || lora === NO_FILE) return []
  return lora === undefined ? undefined : [{ path: files.adapter(lora, 'lora'), scale: 1 }]
}

function defaultsOf(fields: NonNullable<LoadFields['default_params']>): Readonly<Record<string, unknown>> {
  const { max_context_len: _, ...params } = fields
  const given = Object.entries(params)
  return Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined))
}
