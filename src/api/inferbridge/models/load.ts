import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { type Endpoint, json } from '../../endpoint.ts'
import type { NamedFiles } from '../../fields/named-files.ts'
import type { Services } from '../../services.ts'
import { answers, MANAGES } from './doc.ts'
import type { KnownModel } from './known.ts'
import type { Lifecycle } from './lifecycle.ts'

const loadSchema = z.object({
  model: z.string().min(1),
  device: z.string().nullish(),
  draft_model: z.string().nullish(),
})

const unloadSchema = z.object({ model: z.string().min(1) })

/** Into memory, and out of it. Loading is answered at once: whoever wants to know how it goes polls the status. */
export function loadEndpoints(
  { scheduler, files }: Services,
  lifecycle: Lifecycle,
): readonly [Endpoint<z.infer<typeof loadSchema>>, Endpoint<z.infer<typeof unloadSchema>>] {
  const common = { ...MANAGES, method: 'POST' } as const
  return [
    {
      ...common,
      path: '/v1/models/load',
      summary: 'Begin to load a model',
      body: loadSchema,
      responses: answers('It is loaded, or is being loaded.'),
      async handle({ body }) {
        const known = await lifecycle.find(body.model)
        const device = await lifecycle.device(body.device)
        const draft = await draftOf(known, body.draft_model, lifecycle, files)
        const loaded = known.status?.state === 'ready'
        const underWay = lifecycle.operation(known.id)?.ended === false
        if (
          loaded &&
          !underWay &&
          draft === undefined &&
          (device === null || device === lifecycle.deviceOf(known.id))
        ) {
          const message = `The model '${known.id}' is loaded on ${lifecycle.deviceOf(known.id)}.`
          return json({ status: 'loaded', message, model: lifecycle.entry(known) })
        }
        requireFiles(known, underWay)
        const begun = lifecycle.load(known, device, draft)
        const model = lifecycle.entry(known)
        await begun
        return json({
          status: model.status,
          message: `Loading '${known.id}' on ${device ?? model.recommended_device}.`,
          model,
        })
      },
    },
    {
      ...common,
      path: '/v1/models/unload',
      summary: 'Unload a model',
      body: unloadSchema,
      responses: answers('It is unloaded.'),
      async handle({ body }) {
        const known = await lifecycle.find(body.model)
        const { id, status } = known
        if (status === null || status.state !== 'ready') throw new TrivetError('model_not_loaded', { model: id })
        lifecycle.requireRest(known)
        if (status.running + status.waiting > 0) {
          throw new TrivetError('model_busy', { reason: `The model \`${id}\` is answering. Wait until it is done.` })
        }
        await scheduler.unload(id)
        const model = await lifecycle.entryOf(id)
        return json({ status: 'unloaded', message: `The model '${id}' is unloaded.`, model })
      },
    },
  ]
}

/** One that is only registered has to be fetched first; where that is under way, loading waits for it. */
function requireFiles({ id, status }: KnownModel, underWay: boolean): void {
  if (status !== null || underWay) return
  const reason = `The model \`${id}\` is not downloaded. POST /v1/models/convert fetches it.`
  throw new TrivetError('model_busy', { reason }, 'model')
}

/** The file of the model that guesses ahead. Throws `invalid_value` where it can be none. */
async function draftOf(
  target: KnownModel,
  name: string | null | undefined,
  lifecycle: Lifecycle,
  files: NamedFiles,
): Promise<string | undefined> {
  if (!name) return undefined
  const refused = (why: string) =>
    new TrivetError('invalid_value', { reason: `\`draft_model\` ${why}.` }, 'draft_model')
  if (name === target.id) throw refused('is the model itself')
  const draft = await lifecycle.find(name).catch(() => null)
  if (draft === null) return files.draft(name, 'draft_model')
  if (draft.status === null) throw refused(`is \`${draft.id}\`, which is not downloaded`)
  if (lifecycle.entry(draft).capabilities.includes('embeddings')) throw refused('is an embedding model')
  return draft.status.path
}
