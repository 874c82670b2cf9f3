import { TrivetError } from '../../core/errors.ts'
import { parseModelId } from '../../models/ids/id.ts'
import type { Services } from '../services.ts'

/** Rejects with `invalid_value` when the model is here, but not in the precision that it was asked for. */
export async function requirePrecision(model: string, { scheduler }: Services): Promise<void> {
  const { name, precision } = parseModelId(model)
  const knows = (id: string) =>
    scheduler.look(id).then(
      () => true,
      (error: unknown) => !(error instanceof TrivetError && error.code === 'model_not_found'),
    )
  if (precision === null || (await knows(model)) || !(await knows(name))) return
  const reason = `The model \`${name}\` is not here in the precision \`${precision}\`. GET /v1/models lists those it is in.`
  throw new TrivetError('invalid_value', { reason }, 'model')
}
