import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ManualClock } from '../../../test/fakes/clock.ts'
import { scratch } from '../../../test/fakes/scratch.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { buildRandom } from '../../../test/fixtures/gguf/index.ts'
import { openCatalogue } from '../../models/catalogue/open.ts'

const home = scratch()
const weights = buildRandom()
let count = 0

/** A server over a store with `tiny`, a folder with `mine` and a broken file, and whatever is in use. */
async function setUp() {
  const folder = join(home, String(count++))
  const extra = join(folder, 'extra')
  mkdirSync(extra, { recursive: true })
  writeFileSync(join(extra, 'mine.gguf'), weights)
  writeFileSync(join(extra, 'broken.gguf'), weights.subarray(0, 1000))
  const used = new Set<string>()
  const catalogue = await openCatalogue({
    root: join(folder, 'models'),
    configured: [],
    folders: [extra],
    foreign: [],
    clock: new ManualClock(),
    inUse: (id) => used.has(id),
    report: () => {},
  })
  const staging = await catalogue.stage('org/tiny:F32')
  writeFileSync(join(staging.folder, 'tiny.gguf'), weights)
  await catalogue.publish(staging, {
    version: 1,
    id: staging.id,
    entry: 'tiny.gguf',
    files: [{ name: 'tiny.gguf', sizeBytes: weights.length, sha256: null }],
    source: 'a test',
    revision: null,
    precision: 'F32',
    created: '2026-01-01T00:00:00Z',
  })
  const models = ['org/tiny:F32', 'mine', 'org/twin', 'guest'].map((id) => ({
    id,
    reply: async function* () {},
  }))
  const { app } = fakeServer({ models, catalogue })
  const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const response = await app.inject({ method, url, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  return { send, app, used, extra, catalogue }
}

test('a model is described by what its file says before it was ever loaded', async () => {
  const { send } = await setUp()
  expect((await send('GET', '/v1/models/org/tiny')).body).toMatchObject({
    id: 'org/tiny:F32',
    source: 'trivet',
    architecture: 'llama',
    quantization: 'F32',
    size_bytes: weights.length,
    capabilities: ['completion', 'chat', 'tools'],
    trained_context_length: 4096,
    aliases: [],
    pinned: false,
    attachments: [],
  })
})

test('a broken model is listed with the reason', async () => {
  const { send } = await setUp()
  const { body } = await send('GET', '/v1/models')
  expect(body.data).toContainEqual(
    expect.objectContaining({
      id: 'broken',
      state: 'failed',
      reason: expect.stringMatching(/cut off/),
      source: 'folder',
    }),
  )
  expect((await send('GET', '/v1/models/broken')).body).toMatchObject({ state: 'failed', capabilities: null })
})

test('an alias is a name like any other, until it is deleted', async () => {
  const { send } = await setUp()
  const { body } = await send('POST', '/v1/models/alias', { model: 'mine', alias: 'gpt-4o' })
  expect(body).toMatchObject({ id: 'mine', aliases: ['gpt-4o'] })
  expect((await send('GET', '/v1/models/gpt-4o')).body.id).toBe('mine')
  expect(await send('POST', '/v1/models/alias', { model: 'org/tiny', alias: 'GPT-4o' })).toMatchObject({
    status: 409,
    body: { error: { code: 'model_exists', param: 'alias' } },
  })
  expect(await send('DELETE', '/v1/models/gpt-4o')).toEqual({
    status: 200,
    body: { id: 'gpt-4o', object: 'model', deleted: true },
  })
  expect(await send('GET', '/v1/models/gpt-4o')).toMatchObject({
    status: 404,
    body: { error: { code: 'model_not_found' } },
  })
})

test('a model is pinned and let go', async () => {
  const { send } = await setUp()
  expect((await send('POST', '/v1/models/pin', { model: 'mine' })).body.pinned).toBe(true)
  expect((await send('POST', '/v1/models/pin', { model: 'mine', pinned: false })).body.pinned).toBe(false)
})

test('a copy is Trivet’s own', async () => {
  const { send } = await setUp()
  const { body } = await send('POST', '/v1/models/copy', { model: 'mine', destination: 'org/twin' })
  expect(body).toMatchObject({ id: 'org/twin', source: 'trivet', size_bytes: weights.length })
})

test('the field at fault is named', async () => {
  const { send } = await setUp()
  for (const [path, body, code, param] of [
    ['alias', { model: 'mine', alias: '../x' }, 'invalid_value', 'alias'],
    ['alias', { model: 'nobody', alias: 'x' }, 'model_not_found', 'model'],
    ['alias', { model: 'mine', alias: 'org/tiny:F32' }, 'model_exists', 'alias'],
    ['copy', { model: 'mine', destination: '../x' }, 'invalid_value', 'destination'],
    ['copy', { model: 'mine', destination: 'Mine' }, 'model_exists', 'destination'],
    ['copy', { model: 'nobody', destination: 'x' }, 'model_not_found', 'model'],
    ['copy', { model: 'broken', destination: 'x' }, 'invalid_value', 'model'],
  ] as const)
    expect((await send('POST', `/v1/models/${path}`, body)).body.error).toMatchObject({ code, param })
})

test.each(['auto', 'AUTO', 'auto:fastest', 'auto:mine', 'auto/best'])(
  '%s is no name to give: it selects a loaded model',
  async (name) => {
    const { send } = await setUp()
    for (const [path, body, param] of [
      ['alias', { model: 'mine', alias: name }, 'alias'],
      ['copy', { model: 'mine', destination: name }, 'destination'],
      ['load', { model: name, model_path: '/m.gguf' }, 'model'],
    ] as const) {
      const message = expect.stringContaining('would never be reached')
      expect(await send('POST', `/v1/models/${path}`, body)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_value', param, message } },
      })
    }
    expect(
      await send('POST', '/v1/models/alias', { model: 'mine', alias: `${name}x-1`.replace(/[:/]/g, '-') }),
    ).toMatchObject({
      status: 200,
    })
  },
)

test('what is only known by a load is not pinned, named, copied or deleted, and the reason is told', async () => {
  const { send } = await setUp()
  for (const [method, url, body] of [
    ['POST', '/v1/models/pin', { model: 'guest' }],
    ['POST', '/v1/models/alias', { model: 'guest', alias: 'x' }],
    ['POST', '/v1/models/copy', { model: 'guest', destination: 'x' }],
    ['DELETE', '/v1/models/guest', undefined],
    ['POST', '/api/copy', { source: 'guest', destination: 'x' }],
    ['DELETE', '/api/delete', { model: 'guest:latest' }],
  ] as const) {
    const { status, body: told } = await send(method, url, body)
    expect(status).toBe(409)
    expect(JSON.stringify(told)).toContain('it was loaded by its path, and has this name only until it is unloaded')
  }
})

test('deleting: ours, when it is free; nothing else', async () => {
  const { send, used, extra } = await setUp()
  used.add('org/tiny:F32')
  expect(await send('DELETE', '/v1/models/org%2Ftiny:F32')).toMatchObject({
    status: 409,
    body: { error: { code: 'model_in_use' } },
  })
  used.clear()
  expect(await send('DELETE', '/v1/models/org/tiny:f32')).toMatchObject({ status: 200, body: { id: 'org/tiny:F32' } })
  expect(await send('DELETE', '/v1/models/mine')).toMatchObject({
    status: 403,
    body: { error: { code: 'model_not_owned', message: expect.stringContaining('a folder of yours') } },
  })
  expect(existsSync(join(extra, 'mine.gguf'))).toBe(true)
  expect(await send('DELETE', '/v1/models/nothing')).toMatchObject({ status: 404 })
})

test.each(['..', '../../etc/passwd', 'a\0b', 'con', 'x'.repeat(300), 'a\u202eb'])(
  '%j becomes no name of anything',
  async (name) => {
    const { send, catalogue } = await setUp()
    for (const [path, body] of [
      ['alias', { model: 'mine', alias: name }],
      ['copy', { model: 'mine', destination: name }],
    ] as const)
      expect(await send('POST', `/v1/models/${path}`, body)).toMatchObject({ status: 400 })
    expect(catalogue.list().map(({ id }) => id)).toEqual(['org/tiny:F32', 'broken', 'mine'])
  },
)

test('who follows the models hears of those that come, are called otherwise, and go', async () => {
  const { send, app, catalogue } = await setUp()
  const address = await app.listen({ port: 0 })
  const response = await fetch(`${address}/v1/models/events`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  const events = () =>
    [...read.matchAll(/^data: (.*)$/gm)].map(
      ([, json]) => JSON.parse(json ?? '') as { type: string; id?: string; model?: { id: string; aliases: string[] } },
    )
  const until = async (wanted: (event: ReturnType<typeof events>[number]) => boolean) => {
    while (!events().some(wanted)) read += (await reader?.read())?.value ?? ''
  }
  await until(({ model }) => model?.id === 'broken')
  await send('POST', '/v1/models/alias', { model: 'mine', alias: 'other' })
  await until(({ model }) => model?.aliases.includes('other') === true)
  await send('POST', '/v1/models/copy', { model: 'mine', destination: 'org/new' })
  await catalogue.remove('org/new')
  await until(({ type, id }) => type === 'model.removed' && id === 'org/new')
  app.server.closeAllConnections()
  await app.close()
})

test("Ollama's clients list, show, copy and delete", async () => {
  const { send } = await setUp()
  const { body } = await send('GET', '/api/tags')
  expect(body.models).toContainEqual(
    expect.objectContaining({
      name: 'mine',
      size: weights.length,
      details: expect.objectContaining({ family: 'llama', quantization_level: 'F32' }),
    }),
  )
  expect(body.models.map(({ name }: { name: string }) => name)).not.toContain('broken')
  expect((await send('POST', '/api/show', { model: 'mine:latest' })).body).toMatchObject({
    capabilities: ['completion', 'tools'],
    details: { family: 'llama' },
    model_info: { 'general.architecture': 'llama', 'llama.context_length': 4096, 'llama.embedding_length': 64 },
  })
  expect((await send('POST', '/api/copy', { source: 'org/tiny:F32', destination: 'twin' })).status).toBe(200)
  expect((await send('DELETE', '/api/delete', { model: 'twin' })).status).toBe(200)
  expect(await send('DELETE', '/api/delete', { name: 'twin' })).toMatchObject({
    status: 404,
    body: { error: expect.any(String) },
  })
  expect(await send('DELETE', '/api/delete', { model: 'mine' })).toMatchObject({ status: 403 })
})
