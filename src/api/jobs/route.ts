import { z } from 'zod'
import { type Call, type Endpoint, json, jsonDoc, type ResponseDoc } from '../endpoint.ts'
import { jobOf } from '../job-of.ts'
import type { Services } from '../services.ts'
import { jobEvents } from './answer-job.ts'
import { encodeJob, jobEventSchema, jobSchema } from './encode.ts'

const listSchema = z.object({ object: z.literal('list'), data: z.array(jobSchema) }).meta({ id: 'JobList' })

const readQuery = z.object({
  stream: z.enum(['true', 'false']).optional().describe('`true`: its events; so does `Accept: text/event-stream`.'),
  cursor: z.coerce.number().int().min(0).optional().describe('Only the events after this one.'),
})

type ReadQuery = z.infer<typeof readQuery>

const idOf = ({ params }: Pick<Call, 'params'>): string => params.id ?? ''

const described: ResponseDoc = jsonDoc('The job.', jobSchema)

const common = { tag: 'Jobs', params: { id: 'The id of a job.' } } as const

/** What takes longer than a request: to be looked at, followed, paused and ended. */
export function jobEndpoints(services: Services): readonly [Endpoint, Endpoint<unknown, ReadQuery>, ...Endpoint[]] {
  const { jobs } = services
  return [
    {
      method: 'GET',
      path: '/v1/jobs',
      scope: 'read',
      tag: 'Jobs',
      summary: 'List the jobs',
      description:
        'Oldest first. Of those that ended, only the latest. What was unfinished when a server ended, the next one lists as `interrupted`.',
      responses: { 200: jsonDoc('The jobs.', listSchema) },
      handle: () => json({ object: 'list', data: jobs.list().map(encodeJob) }),
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/jobs/:id',
      scope: 'read',
      summary: 'Look at a job, or follow it',
      query: readQuery,
      responses: { 200: { ...described, content: { ...described.content, 'text/event-stream': jobEventSchema } } },
      handle: (call) => {
        const job = jobs.get(idOf(call))
        const streamed = call.query.stream === 'true' || call.accept.includes('text/event-stream')
        if (!streamed || call.query.stream === 'false') return json(encodeJob(job))
        return { kind: 'events', format: 'named', events: jobEvents(jobs, job.id, call.query.cursor ?? 0, call.signal) }
      },
    },
    {
      ...common,
      method: 'POST',
      path: '/v1/jobs/:id/cancel',
      scope: 'manage',
      summary: 'End a job',
      description: 'Answers once nothing of it runs any more; what it left unfinished is removed.',
      responses: { 200: described },
      handle: async (call) => json(encodeJob(await jobs.cancel(idOf(call)))),
    },
    {
      ...common,
      method: 'POST',
      path: '/v1/jobs/:id/pause',
      scope: 'manage',
      summary: 'Pause a job',
      description: 'Answers once nothing of it runs any more. Its place goes to the next of its kind.',
      responses: { 200: described },
      handle: async (call) => json(encodeJob(await jobs.pause(idOf(call)))),
    },
    {
      ...common,
      method: 'POST',
      path: '/v1/jobs/:id/resume',
      scope: 'manage',
      summary: 'Go on with a paused job, or one that was interrupted',
      responses: { 200: described },
      handle: async (call) => {
        const { id, state, request } = jobs.get(idOf(call))
        if (state !== 'interrupted' || request === null) return json(encodeJob(jobs.resume(id)))
        return json(encodeJob(jobs.again(id, await jobOf(services, request))))
      },
    },
  ]
}
