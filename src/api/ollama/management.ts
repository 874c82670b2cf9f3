import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import type { Endpoint } from '../endpoint.ts'

const anything = z.looseObject({})

/** What Ollama's clients may ask to be done to models, and nobody can do yet: refused in words. */
export function managementEndpoints(): readonly Endpoint<z.infer<typeof anything>>[] {
  const routes = [
    { method: 'POST', path: '/api/push', what: 'Pushing a model' },
    { method: 'POST', path: '/api/create', what: 'Creating a model' },
  ] as const
  return routes.map(({ method, path, what }) => ({
    method,
    path,
    scope: 'manage',
    tag: 'Ollama',
    summary: `${what}: refused`,
    body: anything,
    errors: 'ollama',
    responses: {},
    handle: () => {
      const reason = 'models are pulled, converted (POST /v1/models/convert), or put in a folder of models.'
      throw new TrivetError('not_implemented', { what, reason })
    },
  }))
}
