import { z } from 'zod'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import { answerJob, jobDocs, jobWish } from '../jobs/answer-job.ts'
import type { Services } from '../services.ts'
import { encodeFound } from './found.ts'
import { hubTask } from './hub-task.ts'
import { pullJobOf } from './job-of.ts'
import {
  foundSchema,
  type PullRequestFields,
  pullRequestSchema,
  type SearchQuery,
  searchQuery,
} from './request-schema.ts'

/** Getting models from elsewhere. */
export function pullEndpoints(
  services: Services,
): readonly [Endpoint<PullRequestFields>, Endpoint<unknown, SearchQuery>] {
  const { jobs, puller } = services
  return [
    {
      method: 'POST',
      path: '/v1/models/pull',
      scope: 'manage',
      tag: 'Models',
      summary: 'Pull a model',
      description:
        'Fetches a model into the store: its parts and its projector, checked by their checksums. What was interrupted ' +
        'goes on where it was when it is asked for again; what is there already is not fetched. Who asks for the same ' +
        'at the same time gets the same job, which goes on when its clients leave.',
      body: pullRequestSchema,
      responses: jobDocs('With `wait`, the job once it is done; with `stream`, its events.'),
      streams: ({ stream }) => (stream ? 'named' : null),
      handle: async ({ body, signal }) =>
        answerJob(jobs, await pullJobOf(services, body), jobWish(body, false), signal),
    },
    {
      method: 'GET',
      path: '/v1/models/search-hf',
      scope: 'read',
      tag: 'Models',
      summary: 'Search Hugging Face',
      description: 'Repositories, the most downloaded first, in the form that InferBridge has for them.',
      query: searchQuery,
      responses: { 200: jsonDoc('What was found.', z.array(foundSchema)) },
      async handle({ query: { query, limit, task, format }, signal }) {
        const wish = { query, limit, task: hubTask(task), ggufOnly: format === 'gguf' }
        return json((await puller.search(wish, signal)).map(encodeFound))
      },
    },
  ]
}
