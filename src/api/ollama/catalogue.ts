import { z } from 'zod'
import { type Endpoint, json } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { eitherName, modelNamed, nameOf } from './names.ts'
import { modelName } from './request-schema.ts'

const copyRequest = z.object({ source: modelName, destination: modelName.describe('The name of the copy.') })
const deleteRequest = z.object(eitherName)

const nothing = { 200: { description: 'It is done.', content: { 'application/json': z.object({}) } } }

/** Ollama's ways to copy a model and to delete one. */
export function catalogueEndpoints({ scheduler, catalogue }: Services) {
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
      await catalogue.copy(modelNamed(scheduler, body.source), body.destination)
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
      await catalogue.remove(modelNamed(scheduler, nameOf(body)))
      return json({})
    },
  }
  return [copy, remove] as const
}
