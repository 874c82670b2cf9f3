import { TrivetError } from '../core/errors.ts'

/** A setting of a load, by its field in `POST /v1/models/load`. */
export type LoadField =
  | 'nctx'
  | 'compute'
  | 'slots'
  | 'threads'
  | 'kv_type'
  | 'flash_attention'
  | 'deterministic'
  | 'pooling'
  | 'draft_model'
  | 'mmproj'

/**
 * What a driver throws about a setting that can't be met, with this model or at all.
 * @param against the other one, where two rule each other out: whoever has only that is told of that
 */
export function loadRefused(model: string, field: LoadField, reason: string, against?: LoadField): TrivetError {
  return new TrivetError('load_refused', { model, reason, ...(against !== undefined && { against }) }, field)
}
