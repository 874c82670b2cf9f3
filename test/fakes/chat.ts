import { expect } from 'vitest'
import { type Chunk, chunkSchema } from '../../src/api/chat/response-schema.ts'
import type { GenerateTask } from '../../src/core/task.ts'
import { type FakeModel, type FakeScheduler, says } from './scheduler.ts'
import { fakeServer } from './server.ts'

/** What the model of `askChat` says. */
export const PIECES = ['The ', 'quick ', 'brown ', 'fox.']
export const model: FakeModel = { id: 'm', reply: says(...PIECES) }

export interface Asked {
  readonly status: number
  readonly body: string
  readonly warnings: string | undefined
  readonly scheduler: FakeScheduler
  readonly tasks: readonly GenerateTask[]
}

const shared = fakeServer({ models: [model] })

/** Asks for a chat completion with these fields, of a server that has these models. */
export async function askChat(fields: object, models?: readonly FakeModel[]): Promise<Asked> {
  const { app, scheduler } = models ? fakeServer({ models }) : shared
  scheduler.tasks.length = 0
  const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }
  const response = await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
  const warnings = response.headers['x-trivet-warnings']
  return {
    status: response.statusCode,
    body: response.body,
    warnings: warnings?.toString(),
    scheduler,
    tasks: [...scheduler.tasks],
  }
}

/** The frames of a stream that ended well, each checked against the documented schema. */
export function chunks(body: string): Chunk[] {
  const frames = body.split('\n\n')
  expect(frames.slice(-2)).toEqual(['data: [DONE]', ''])
  return frames.slice(0, -2).map((frame) => chunkSchema.strict().parse(JSON.parse(frame.replace(/^data: /, ''))))
}

/** What a choice says in all. */
export function text(all: readonly Chunk[], index = 0): string {
  return all
    .flatMap((chunk) => chunk.choices.filter((c) => c.index === index).map((c) => c.delta.content ?? ''))
    .join('')
}

export function error(body: string): { message: string; param: string | null; code: string } {
  return JSON.parse(body).error
}
