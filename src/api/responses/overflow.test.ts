import { expect, test } from 'vitest'
import { settled } from '../../../test/fakes/clock.ts'
import { M, responsesOf } from '../../../test/fakes/responses.ts'
import { hangs } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { TrivetError } from '../../core/errors.ts'
import type { ModelStatus } from '../../scheduler/scheduler.ts'
import { refuseOverflow } from './overflow.ts'

const idle = fakeServer({ models: [{ id: M, reply: hangs }] }).scheduler.model(M)

test.each<[string, Partial<ModelStatus>, number, boolean]>([
  ['a free slot', { running: 3 }, 0, true],
  ['a place in line', { running: 4, waiting: 3 }, 0, true],
  ['no place in line', { running: 4, waiting: 4 }, 0, false],
  ['places that others are about to take', { running: 4, waiting: 2 }, 2, false],
  ['a free slot that another is about to take, and a place in line', { running: 3, waiting: 0 }, 4, true],
  ['a model that is not loaded, and as many as may wait for it', { loaded: null, instances: [] }, 4, true],
  ['a model that is not loaded, and one too many', { loaded: null, instances: [] }, 5, false],
])('with %s', (_, status, opening, admitted) => {
  const ask = () => refuseOverflow({ ...idle, ...status }, opening)
  if (admitted) expect(ask).not.toThrow()
  else expect(ask).toThrow(TrivetError)
})

test('a response in the background that finds the queue full is refused at once', async () => {
  const { post } = responsesOf({ id: M, reply: hangs, status: { waiting: 8 } })
  const response = await post({ input: 'hi', background: true })
  expect([response.statusCode, response.headers['retry-after'], response.json().error.code]).toEqual([
    429,
    '5',
    'queue_full',
  ])
})

test('as is one more than the queue has room for while the model loads', async () => {
  const { post, app } = responsesOf({
    id: M,
    reply: hangs,
    opening: new Promise(() => {}),
    status: { loaded: null, instances: [] },
  })
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) {
    statuses.push((await post({ input: 'hi', background: true })).statusCode)
    await settled()
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  await app.close()
})
