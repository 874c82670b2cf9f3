import { describe, expect, test } from 'vitest'
import { FakeDriver, FakeInstance } from '../../test/fakes/driver.ts'
import { PLAN } from '../../test/fakes/supervisor.ts'
import type { EngineInstance, LoadedModel } from '../engine/driver.ts'
import { withTemplates } from './with-templates.ts'

const FILES: Readonly<Record<string, string>> = {
  '/own.jinja': 'own {{ messages[0].content }}',
  '/wrong.jinja': 'a\n{% if %}',
  '/chat_template.jinja': 'beside',
}
const files = { read: (path: string) => FILES[path] ?? null, isFolder: () => false }
const watch = { signal: new AbortController().signal, onProgress: () => {} }

/** Loads a model that brings this template. */
async function load(chatTemplate: string | null, override: string | null): Promise<EngineInstance> {
  const driver = new FakeDriver()
  const started = withTemplates(driver, override, files).start(PLAN, watch)
  const instance = new FakeInstance()
  driver.last.resolve(Object.assign(instance, { model: { ...instance.model, chatTemplate } satisfies LoadedModel }))
  return started
}

describe('a model has', () => {
  test.each([
    ['its own template', 'brought', null, 'brought'],
    ['the one beside it where it brings none', null, null, 'beside'],
    ['the one in the settings before all others', 'brought', '/own.jinja', 'own {{ messages[0].content }}'],
  ])('%s', async (_, brought, override, expected) => {
    expect((await load(brought, override)).model.chatTemplate).toBe(expected)
  })
})

test('it still is the same engine', async () => {
  const driver = new FakeDriver()
  const started = withTemplates(driver, '/own.jinja', files).start(PLAN, watch)
  const inner = new FakeInstance()
  driver.last.resolve(inner)
  const instance = await started
  const stopped = instance.stop(0)
  await stopped
  expect([inner.stops, await instance.ended]).toEqual([[0], { expected: true, how: 'SIGKILL', lastLine: 'last line' }])
})

test.each([
  ['/none.jinja', 'there is no chat template /none.jinja.'],
  ['/wrong.jinja', 'the chat template /wrong.jinja is wrong: line 2: an expression was expected, not `%}`.'],
])('%s in the settings fails the load, before there is anything loaded', async (override, reason) => {
  const driver = new FakeDriver()
  const report = { code: 'model_load_failed', details: { model: 'm', reason }, param: null }
  await expect(withTemplates(driver, override, files).start(PLAN, watch)).rejects.toMatchObject(report)
  expect(driver.loads).toEqual([])
})
