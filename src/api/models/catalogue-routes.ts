import { z } from 'zod'
import type { StoredModel } from '../../models/catalogue/model.ts'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { viewModel } from './catalogue-view.ts'
import { encodeModel, modelSchema } from './encode.ts'
import { onDisk } from './on-disk.ts'

const name = z.string().min(1).max(1000)

const aliasSchema = z
  .object({
    model: name.describe('An id from GET /v1/models.'),
    alias: name.describe('What else it is to be called.'),
  })
  .meta({ id: 'AliasRequest' })

const pinSchema = z
  .object({
    model: name.describe('An id from GET /v1/models.'),
    pinned: z.boolean().nullish().describe('False: it may be unloaded for others again. Default true.'),
  })
  .meta({ id: 'PinRequest' })

const copySchema = z
  .object({
    model: name.describe('An id from GET /v1/models.'),
    destination: name.describe('The id of the copy.'),
  })
  .meta({ id: 'CopyRequest' })

const deletedSchema = z
  .object({ id: z.string(), object: z.literal('model'), deleted: z.literal(true) })
  .meta({ id: 'DeletedModel' })

/** What changes the catalogue of models. */
export function catalogueEndpoints(services: Services) {
  const { catalogue } = services
  const tag = 'Models'
  const responses = { 200: jsonDoc('The model as it is now.', modelSchema) }
  const changed = async (name: string, change: () => Promise<StoredModel>) => {
    const { id } = await onDisk(name, services, 'model', change)
    return json(encodeModel(await viewModel(services, id)))
  }

  const alias: Endpoint<z.infer<typeof aliasSchema>> = {
    method: 'POST',
    path: '/v1/models/alias',
    scope: 'manage',
    tag,
    summary: 'Give a model another name',
    description: 'The name means this model on every API. `DELETE /v1/models/{alias}` takes it away.',
    body: aliasSchema,
    responses,
    handle: ({ body }) => changed(body.model, () => catalogue.alias(body.model, body.alias)),
  }
  const pin: Endpoint<z.infer<typeof pinSchema>> = {
    method: 'POST',
    path: '/v1/models/pin',
    scope: 'manage',
    tag,
    summary: 'Keep a model from being unloaded for others',
    body: pinSchema,
    responses,
    handle: ({ body }) => changed(body.model, () => catalogue.pin(body.model, body.pinned ?? true)),
  }
  const copy: Endpoint<z.infer<typeof copySchema>> = {
    method: 'POST',
    path: '/v1/models/copy',
    scope: 'manage',
    tag,
    summary: 'Copy a model under another id',
    description:
      "Into Trivet's own store: of its own models the files are shared, so that it costs no space; those of others are copied.",
    body: copySchema,
    responses,
    handle: ({ body }) => changed(body.model, () => catalogue.copy(body.model, body.destination)),
  }
  const remove: Endpoint = {
    method: 'DELETE',
    path: '/v1/models/*',
    scope: 'manage',
    rest: {
      name: 'model',
      description: 'The id, as it is or percent-encoded; or an alias, which alone is deleted then.',
    },
    tag,
    summary: 'Delete a model',
    description:
      "The files too. Only models of Trivet's own (`source` is `trivet`), and only while they are not loaded.",
    responses: { 200: jsonDoc('It is gone.', deletedSchema) },
    async handle({ rest }) {
      return json({
        id: await onDisk(rest, services, null, () => catalogue.remove(rest)),
        object: 'model',
        deleted: true,
      })
    },
  }
  return [alias, pin, copy, remove] as const
}
