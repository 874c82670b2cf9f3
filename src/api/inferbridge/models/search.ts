import { z } from 'zod'
import { asTrivetError, TrivetError } from '../../../core/errors.ts'
import type { Endpoint } from '../../endpoint.ts'
import { encodeFound } from '../../pull/found.ts'
import { hubTask } from '../../pull/hub-task.ts'
import type { Services } from '../../services.ts'
import { inferbridgeRoute } from '../route.ts'

const querySchema = z.object({
  query: z.string().min(1).max(200),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  task: z.string().max(80).default('text-generation'),
})

/** Repositories of Hugging Face, as a bare list. */
export function searchEndpoint({ puller }: Services): Endpoint {
  return inferbridgeRoute('GET /v1/models/search-hf', {
    summary: 'Search Hugging Face',
    query: querySchema,
    tells: 'What was found.',
    async answer({ query: { query, limit, task }, signal }) {
      const words = query.trim()
      if (words === '') throw new TrivetError('invalid_value', { reason: 'Search query cannot be blank.' }, 'query')
      try {
        const found = await puller.search({ query: words, limit, task: hubTask(task), ggufOnly: false }, signal)
        return found.map(encodeFound)
      } catch (thrown) {
        throw unavailable(asTrivetError(thrown))
      }
    },
  })
}

/** Whatever the hub said, it was not reached: a 502 there. Who has left is told nothing. */
function unavailable(error: TrivetError): TrivetError {
  if (error.code === 'request_cancelled' || error.code === 'internal_error') return error
  return new TrivetError('upstream_error', { url: 'huggingface.co', reason: `could not be searched: ${error.message}` })
}
