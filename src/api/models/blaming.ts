import { TrivetError } from '../../core/errors.ts'
import { PLACEMENT_FIELDS } from './decode-load.ts'
import type { LoadFields } from './load-schema.ts'

/**
 * What `work` comes to. Of settings that rule each other out, an error names the one that the request has. When it has none
 * of them, the refusal is no fault of the request's: the model is configured so, or was ordered so before.
 */
export async function blaming<T>(fields: LoadFields, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw blamed(error, fields)
  }
}

function blamed(error: unknown, fields: LoadFields): unknown {
  if (!(error instanceof TrivetError) || error.code !== 'load_refused') return error
  const { details, param } = error
  const given = [param, details.against].flatMap(namesOf).find((name) => (fields[name] ?? null) !== null)
  if (given === undefined) return new TrivetError('model_load_failed', details, null, { cause: error })
  return new TrivetError('load_refused', details, given, { cause: error })
}

/** All names that a setting's field has. */
function namesOf(field: unknown): readonly (keyof LoadFields)[] {
  return Object.values<readonly (keyof LoadFields)[]>(PLACEMENT_FIELDS).find(([first]) => first === field) ?? []
}
