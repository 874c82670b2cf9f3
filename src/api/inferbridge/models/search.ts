import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { type Endpoint, json } from '../../endpoint.ts'
import { encodeFound } from '../../pull/found.ts'
import { hubTask } from '../../pull/hub-task.ts'
import type { Services } from '../../services.ts'
import { answers, READS } from './doc.ts'

const querySchema = z.object({
  query: z.string().min(1).max(200),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  task: z.string().max(80).default('text-generation'),
})

/** Repositories of Hugging Face, as a bare list. */
export function searchEndpoint({ puller }: Services): Endpoint<unknown, z.infer<typeof querySchema>> {
  return {
    ...READS,
    method: 'GET',
    path: '/v1/models/search-hf',
    summary: 'Search Hugging Face',
    query: querySchema,
    responses: answers('What was found.'),
    async handle({ query: { query, limit, task }, signal }) {
      const words = query.trim()
      if (words === '') throw new TrivetError('invalid_value', { reason: 'Search query cannot be blank.' }, 'query')
      const found = await puller.search({ query: words, limit, task: hubTask(task), ggufOnly: false }, signal)
      return json(found.map(encodeFound))
    },
  }
}
