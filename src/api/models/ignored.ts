import { NO_FILE, type Placement } from '../../core/placement.ts'
import type { LoadReport } from '../../scheduler/scheduler.ts'
import type { Ignored } from '../endpoint.ts'
import { PLACEMENT_FIELDS } from './decode-load.ts'
import type { LoadFields } from './load-schema.ts'

/** Fields of a load that have no effect on the model that it loaded: its engine has no such thing, or it writes nothing. */
export function ignoredFields(fields: LoadFields, { status, unheeded }: LoadReport): Ignored {
  const writes = status.loaded?.capabilities.generate ?? true
  return [...passedOver(fields, unheeded), ...(writes ? [] : aboutWriting(fields))]
}

/** The names that a request has of settings without effect. */
export function passedOver(fields: LoadFields, settings: readonly (keyof Placement)[]): Ignored {
  return settings.flatMap((name) => PLACEMENT_FIELDS[name].filter((field) => (fields[field] ?? null) !== null))
}

function aboutWriting({ mmproj, lora, default_params }: LoadFields): Ignored {
  const { max_context_len: _, ...params } = default_params ?? {}
  const defaults = Object.entries(params).map(([name, value]) => [`default_params.${name}`, value] as const)
  return [['mmproj', mmproj] as const, ['lora', lora] as const, ...defaults]
    .filter(([, value]) => (value ?? NO_FILE) !== NO_FILE)
    .map(([name]) => name)
}
