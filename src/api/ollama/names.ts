import { TrivetError } from '../../core/errors.ts'
import { readSelector } from '../../models/advisor/profile.ts'
import type { Scheduler } from '../../scheduler/scheduler.ts'
import { modelName } from './request-schema.ts'

const LATEST = ':latest'

/** The model or the selector a client means: its clients put `:latest` behind a name that has no tag. */
export function modelNamed(scheduler: Scheduler, name: string): string {
  const known = (id: string) => scheduler.models().some((model) => model.id === id)
  const short = name.endsWith(LATEST) ? name.slice(0, -LATEST.length) : name
  return !known(name) && (known(short) || readSelector(short) !== null) ? short : name
}

/** Where a request names a model. */
export const eitherName = {
  model: modelName.nullish(),
  name: modelName.nullish().describe('Older name of `model`, which wins.'),
}

/** Throws `missing_field`. */
export function nameOf({
  model,
  name,
}: {
  model?: string | null | undefined
  name?: string | null | undefined
}): string {
  const given = model ?? name
  if (!given) throw new TrivetError('missing_field', { field: 'model' }, 'model')
  return given
}
