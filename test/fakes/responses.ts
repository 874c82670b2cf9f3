import { expect } from 'vitest'
import { type FakeModel, says, tells, thinksAndCalls, tokenizes } from './scheduler.ts'
import { fakeServer } from './server.ts'

/** The model that these servers have. */
export const M = 'fake-model'
/** When its responses were made: the clock stands still. */
export const CREATED = 1_700_000_000

/** Says `Hello there`. */
export const hello: FakeModel = { id: M, reply: says('Hello', ' there'), other: tokenizes }
/** Thinks, says something and calls `weather`. */
export const caller: FakeModel = { id: M, reply: tells(thinksAndCalls(), { reason: 'tool-calls', cached: 4 }) }
export const weather = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: {} },
  strict: true,
}

/** A server of one model, asked for responses. The first has the id `resp_3`, or `resp_2` without input items. */
export function responsesOf(model: FakeModel = hello) {
  const { app, scheduler } = fakeServer({ models: [model] })
  const post = (body: object, path = '') =>
    app.inject({ method: 'POST', url: `/v1/responses${path}`, payload: { model: M, ...body } })
  const stream = async (body: object) => responseEvents((await post({ ...body, stream: true })).body)
  return { app, scheduler, post, stream, prompt: () => scheduler.tasks.at(-1)?.prompt }
}

export interface SentEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** The events of a stream, with the name of each `event:` line and the numbers checked. */
export function responseEvents(body: string): SentEvent[] {
  const frames = body.trimEnd().split('\n\n')
  return frames.map((frame, index) => {
    const [name = '', data = ''] = frame.split('\n')
    const event = JSON.parse(data.slice('data: '.length))
    expect([name, event.sequence_number]).toEqual([`event: ${event.type}`, index])
    return event
  })
}

export function withoutNumbers(all: readonly SentEvent[]): object[] {
  return all.map(({ sequence_number: _, ...event }) => event)
}
