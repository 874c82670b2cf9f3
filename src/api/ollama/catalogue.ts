import { z } from 'zod'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import { onDisk } from '../models/on-disk.ts'
import type { Services } from '../services.ts'
import { eitherName, modelNamed, nameOf } from './names.ts'
import { modelName } from './request-schema.ts'

const copyRequest = z.object({ source: modelName, destination: modelName.describe('The name of the copy.') })
const deleteRequest = z.object(eitherName)

const nothing = { 200: jsonDoc('It is done.', z.object({})) }

/** Ollama's ways to copy a model and to delete one. */
export function catalogueEndpoints(services: Services) {
  const { scheduler, catalogue } = services
  const copy: Endpoint<z.infer<typeof copyRequest>> = {
    method: 'POST',
    path: '/api/copy',
    scope: 'manage',
    tag: 'Ollama',
    summary: 'Copy a model',
    errors: 'ollama',
    body: copyRequest,
    responses: nothing,
    async handle({ body }) {
      const source = modelNamed(scheduler, body.source)
      await onDisk(source, services, 'source', () => catalogue.copy(source, body.destination))
      return json({})
    },
  }
  const remove: Endpoint<z.infer<typeof deleteRequest>> = {
    method: 'DELETE',
    path: '/api/delete',
    scope: 'manage',
    tag: 'Ollama',
    summary: 'Delete a model',
    errors: 'ollama',
    body: deleteRequest,
    responses: nothing,
    async handle({ body }) {
      const name = modelNamed(scheduler, nameOf(body))
      await onDisk(name, services, 'model', () => catalogue.remove(name))
      return json({})
    },
  }
  return [copy, remove] as const
}
