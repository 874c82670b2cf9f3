import { TrivetError } from '../../core/errors.ts'
import type { JobSpec } from '../../jobs/job.ts'
import { checkModelId } from '../../models/ids/id.ts'
import type { PullOrder } from '../../models/pull/pull.ts'
import type { Puller } from '../../models/pull/puller.ts'
import { type Reference, readHub, readReference } from '../../models/pull/reference.ts'
import { referenceKey } from '../../models/pull/reference-key.ts'
import type { PullRequestFields } from './request-schema.ts'

/** What a request asks to be pulled. Throws `invalid_value` about an id that can't be one, and what makes no sense together. */
export function decodeOrder(fields: PullRequestFields): PullOrder {
  if (typeof fields.id === 'string') checkModelId(fields.id, 'id')
  const hub = fields.hub ? readHub(fields.hub, 'hub') : null
  return { reference: refined(readReference(fields.model, hub), fields), id: fields.id ?? null }
}

/** A pull as a job: two that ask for the same get one. */
export function pullJob(puller: Puller, order: PullOrder, subject: string): JobSpec {
  let staged: string | null = null
  const onStaged = (id: string) => {
    staged = id
  }
  return {
    kind: 'pull',
    subject,
    key: `pull ${referenceKey(order.reference)} ${order.id ?? ''}`,
    pausable: true,
    async work(control) {
      const { id, sizeBytes } = await puller.pull({ ...order, onStaged }, control)
      return { model: id, size_bytes: sizeBytes }
    },
    async discard() {
      if (staged !== null) await puller.discard(staged)
    },
  }
}

function refined(reference: Reference, fields: PullRequestFields): Reference {
  const { revision, file, precision } = fields
  const precisions = precision ? [precision] : null
  if (reference.hub === 'huggingface' || reference.hub === 'modelscope') {
    return {
      ...reference,
      revision: revision ?? reference.revision,
      file: file ?? reference.file,
      precisions: precisions ?? reference.precisions,
    }
  }
  refuse('file', file, reference)
  if (reference.hub === 'aihub') {
    return {
      ...reference,
      revision: revision ?? reference.revision,
      precisions: precisions ?? reference.precisions,
    }
  }
  refuse('revision', revision, reference)
  if (reference.hub === 'disk') return { ...reference, precisions: precisions ?? reference.precisions }
  refuse('precision', precision, reference)
  return reference
}

function refuse(field: string, value: string | null | undefined, { hub }: Reference): void {
  if (value === null || value === undefined) return
  const reason = `\`${field}\` chooses within a repository, and a model from ${hub} has none: its name says all.`
  throw new TrivetError('invalid_value', { reason }, field)
}
