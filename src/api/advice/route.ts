import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { advise } from './advise.ts'
import { type AdviceQuery, adviceQuery, adviceSchema } from './schema.ts'

/** Which model to load, where and how, with numbers. */
export function adviceEndpoint(services: Services): Endpoint<unknown, AdviceQuery> {
  return {
    method: 'GET',
    path: '/v1/advice',
    scope: 'read',
    tag: 'Models',
    summary: 'Advise on models and devices',
    description:
      'Of each model that is here, and each device that could run it: whether it has room, how fast it is, which ' +
      'precision, context and threads suit it, and what is to be known before. What was measured here counts more than ' +
      'what is estimated. `profiles` has the best of them for each wish. Nothing is loaded.',
    query: adviceQuery,
    responses: { 200: jsonDoc('The advice.', adviceSchema) },
    handle: async ({ query }) => json(await advise(query, services)),
  }
}
