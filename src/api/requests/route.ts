import { TrivetError } from '../../core/errors.ts'
import { type Call, type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { encodeDetail, encodeFinished, encodeRunning } from './encode.ts'
import { promptIds } from './prompt-ids.ts'
import { requestDetailSchema, requestEndSchema, requestListSchema } from './schema.ts'

const params = { id: "The request's id, as in its answer's header `x-request-id`." }

/** What models work for at the moment, how to end it, and what was asked and said where that is kept. */
export function requestEndpoints(services: Services): readonly Endpoint[] {
  const { requests } = services
  const common = { tag: 'System', params } as const
  return [
    {
      ...common,
      method: 'GET',
      path: '/v1/requests',
      scope: 'manage',
      summary: 'List the requests that run',
      description: 'And the last ones that are over, if the setting `inspector.requests` has some kept.',
      responses: { 200: jsonDoc('The requests.', requestListSchema) },
      handle: () => ({
        ...json({
          object: 'list',
          data: [
            ...requests.running().map(encodeRunning),
            ...requests.kept().map(({ request }) => encodeFinished(request)),
          ],
          kept: requests.room,
        }),
        headers: { 'cache-control': 'no-store' },
      }),
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/requests/:id',
      scope: 'admin',
      summary: 'Look into a request',
      description:
        'What its models were asked, as they were asked it, and what they said, piece by piece. Only where the setting ' +
        '`inspector.requests` has requests kept.',
      responses: { 200: jsonDoc('The request.', requestDetailSchema) },
      handle: (call) => inspect(services, call),
    },
    {
      ...common,
      method: 'POST',
      path: '/v1/requests/:id/cancel',
      scope: 'manage',
      summary: 'End a request',
      description: 'Its client is told so.',
      responses: { 200: jsonDoc('How many requests of this id were ended.', requestEndSchema) },
      handle: ({ params: { id = '' } }) => {
        const ended = requests.end(id)
        if (ended === 0) throw new TrivetError('request_not_found', { id, where: 'that runs' })
        return json({ object: 'request', id, ended })
      },
    },
  ]
}

/** Rejects with `request_not_found`. */
async function inspect({ requests, scheduler }: Services, { params: { id = '' }, signal }: Call) {
  const running = requests.running().find(({ requestId }) => requestId === id)
  const kept = requests.kept().find(({ request }) => request.requestId === id)
  const fields = running ? encodeRunning(running) : kept && encodeFinished(kept.request)
  const trace = running ? requests.traceOf(id) : (kept?.trace ?? null)
  if (fields === undefined || trace === null) {
    const where = 'among those kept; the setting `inspector.requests` says how many are'
    throw new TrivetError('request_not_found', { id, where })
  }
  const ids = await promptIds(scheduler, fields.model, trace, signal)
  return { ...json(encodeDetail(fields, trace, ids)), headers: { 'cache-control': 'no-store' } }
}
