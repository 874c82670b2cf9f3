import { expect, test } from 'vitest'
import { FakeScheduler, says } from '../../test/fakes/scheduler.ts'
import { onlyLoaded } from './only-loaded.ts'
import type { ModelStatus } from './scheduler.ts'

const never = new AbortController().signal

function strict(status: Partial<ModelStatus>) {
  return onlyLoaded(new FakeScheduler([{ id: 'm', reply: says('Hello'), status }]))
}

test.each<[string, Partial<ModelStatus>]>([
  ['is loaded', { state: 'ready' }],
  ['restarts after a crash', { state: 'starting', reason: 'The engine crashed.' }],
])('a model that %s is opened', async (_, status) => {
  expect((await strict(status).look('m')).id).toBe('m')
  expect((await strict(status).open('m', never)).id).toBe('m')
})

test.each<[string, Partial<ModelStatus>]>([
  ['was never loaded', { state: 'stopped' }],
  ['is loaded for the first time', { state: 'starting', reason: null }],
  ['could not be loaded', { state: 'failed', reason: 'cut short' }],
])('a model that %s is refused', async (_, status) => {
  const refused = { code: 'model_not_loaded' }
  await expect(strict(status).look('m')).rejects.toMatchObject(refused)
  expect(() => strict(status).open('m', never)).toThrow(expect.objectContaining(refused))
})
