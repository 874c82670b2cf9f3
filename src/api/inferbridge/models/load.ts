import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { isLoaded } from '../../../scheduler/only-loaded.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { NamedFiles } from '../../fields/named-files.ts'
import type { Services } from '../../services.ts'
import { inferbridgeRoute } from '../route.ts'
import type { KnownModel } from './known.ts'
import type { Lifecycle } from './lifecycle.ts'

const loadSchema = z.object({
  model: z.string().min(1),
  device: z.string().nullish(),
  draft_model: z.string().nullish(),
})

const unloadSchema = z.object({ model: z.string().min(1) })

/** Into memory, and out of it. Loading is answered at once: whoever wants to know how it goes polls the status. */
export function loadEndpoints({ scheduler, files }: Services, lifecycle: Lifecycle): readonly Endpoint[] {
  return [
    inferbridgeRoute('POST /v1/models/load', {
      summary: 'Begin to load a model',
      body: loadSchema,
      tells: 'It is loaded, or is being loaded.',
      async answer({ body }) {
        const known = await lifecycle.find(body.model)
        const { id, status } = known
        const device = await lifecycle.device(body.device)
        const draft = await draftOf(known, body.draft_model, lifecycle, files)
        const underWay = lifecycle.operation(id)?.ended === false
        const there = status !== null && isLoaded(status) && !underWay && draft === undefined
        if (there && (device === null || device === lifecycle.deviceOf(id))) {
          return lifecycle.told(known, `The model '${id}' is loaded on ${lifecycle.deviceOf(id)}.`)
        }
        requireFiles(known, underWay)
        const begun = lifecycle.load(known, device, draft)
        const told = lifecycle.told(known, `Loading '${id}' on ${device ?? lifecycle.defaultDevice}.`)
        await begun
        return told
      },
    }),
    inferbridgeRoute('POST /v1/models/unload', {
      summary: 'Unload a model',
      body: unloadSchema,
      tells: 'It is unloaded.',
      async answer({ body }) {
        const known = await lifecycle.find(body.model)
        const { id, status } = known
        if (status === null || !isLoaded(status)) throw new TrivetError('model_not_loaded', { model: id })
        lifecycle.requireRest(known)
        if (status.running + status.waiting > 0) {
          throw new TrivetError('model_busy', { reason: `The model \`${id}\` is answering. Wait until it is done.` })
        }
        await scheduler.unload(id)
        return lifecycle.toldNow(id, `The model '${id}' is unloaded.`, 'unloaded')
      },
    }),
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
