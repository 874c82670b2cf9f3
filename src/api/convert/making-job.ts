import type { z } from 'zod'
import { asTrivetError } from '../../core/errors.ts'
import type { JobControl, JobKind, JobSpec } from '../../jobs/job.ts'
import type { Converter } from '../../models/convert/converter.ts'
import type { MadeModel } from '../../models/convert/work.ts'
import { checkModelId } from '../../models/ids/id.ts'
import type { ConvertFields, madeSchema } from './convert-schema.ts'

/** The result of such a job. */
export type Made = z.infer<typeof madeSchema>

/** Loads what was made; null: nothing does. */
export type LoadMade = (made: { readonly id: string; readonly path: string }, signal: AbortSignal) => Promise<unknown>

/** Making a model as a job: two that ask for the same get one. Throws `invalid_value` about an id that can't be one. */
export function makingJob(
  kind: JobKind,
  order: Readonly<Record<string, unknown>> & { readonly id: string },
  make: (control: JobControl) => Promise<MadeModel>,
  loadMade: LoadMade | null,
): JobSpec {
  checkModelId(order.id, 'id')
  return {
    kind,
    subject: order.id,
    key: `${kind} ${JSON.stringify(order)}`,
    async work(control) {
      const { model, warnings } = await make(control)
      const made: Made = { model: model.id, size_bytes: model.sizeBytes, warnings: [...warnings], loaded: false }
      if (loadMade === null) return made
      control.stage('loading')
      try {
        await loadMade({ id: model.id, path: model.path }, control.signal)
        return { ...made, loaded: true }
      } catch (error) {
        control.signal.throwIfAborted()
        // It is made all the same, and may be loaded later.
        return { ...made, warnings: [...warnings, asTrivetError(error).message] }
      }
    },
  }
}

/** The file that is named. Rejects with `source_refused` or `invalid_value`. */
export async function imatrixOf(
  { imatrix }: Pick<ConvertFields, 'imatrix'>,
  { sources }: Converter,
): Promise<string | null> {
  return imatrix ? sources.file(imatrix, 'imatrix') : null
}
