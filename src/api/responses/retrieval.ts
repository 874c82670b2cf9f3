import { z } from 'zod'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import { delivered, withFailureTold } from './deliver.ts'
import type { ResponseDesk } from './desk.ts'
import { type PageQuery, page, pageQuery } from './paging.ts'
import { deletedSchema, eventSchema, itemListSchema, responseSchema } from './response-schema.ts'

const readQuery = z.object({
  stream: z.enum(['true', 'false']).optional().describe('`true`: its events, those so far and those to come.'),
  starting_after: z.coerce.number().int().optional().describe('Only the events after this `sequence_number`.'),
})

type ReadQuery = z.infer<typeof readQuery>

const params = { response_id: 'The id of a stored response.' }

/** What is done with a response once it was begun. */
export function retrievalEndpoints(
  desk: ResponseDesk,
): readonly [Endpoint<unknown, ReadQuery>, Endpoint, Endpoint, Endpoint<unknown, PageQuery>] {
  const common = { tag: 'Responses', params } as const
  const whole = jsonDoc('The response.', responseSchema)
  return [
    {
      ...common,
      method: 'GET',
      path: '/v1/responses/:response_id',
      scope: 'inference',
      summary: 'Read a response',
      query: readQuery,
      responses: { 200: { ...whole, content: { ...whole.content, 'text/event-stream': eventSchema } } },
      handle: ({ owner, params, query }) => {
        const { response, events } = desk.find(owner, params.response_id ?? '')
        if (query.stream !== 'true') return json(response)
        const told = delivered(withFailureTold(events), query.starting_after ?? null)
        return { kind: 'events', format: 'named', events: told }
      },
    },
    {
      ...common,
      method: 'DELETE',
      path: '/v1/responses/:response_id',
      scope: 'inference',
      summary: 'Delete a response',
      description: 'One that is still being made is ended.',
      responses: { 200: jsonDoc('It is gone.', deletedSchema) },
      handle: ({ owner, params }) => {
        const id = params.response_id ?? ''
        desk.delete(owner, id)
        return json({ id, object: 'response', deleted: true })
      },
    },
    {
      ...common,
      method: 'POST',
      path: '/v1/responses/:response_id/cancel',
      scope: 'inference',
      summary: 'Cancel a response',
      description: 'Only one with `background: true`. One that is over is left as it is.',
      responses: { 200: whole },
      handle: async ({ owner, params }) => json(await desk.cancel(owner, params.response_id ?? '')),
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/responses/:response_id/input_items',
      scope: 'inference',
      summary: 'List what a response was made from',
      description: 'The items of the responses it went on from included.',
      query: pageQuery,
      responses: { 200: jsonDoc('The items.', itemListSchema) },
      handle: ({ owner, params, query }) => json(page(desk.find(owner, params.response_id ?? '').input, query)),
    },
  ]
}
