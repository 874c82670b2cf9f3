import { expect, test } from 'vitest'
import { pulledModel } from '../../../../test/fakes/puller.ts'
import { says, tokenizes } from '../../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../../test/fakes/server.ts'

const DEFINITION = {
  name: 'Mine',
  source_model: 'org/mine',
  backend: 'openvino-genai',
  weight_format: 'int4',
  recommended_device: 'CPU',
  max_context_len: 4096,
  max_output_tokens: 256,
  description: 'Mine.',
  trust_remote_code: false,
}

function server(freeDiskBytes?: number) {
  const models = [{ id: 'loaded', reply: says('Hello'), other: tokenizes }]
  const fake = fakeServer({ models, ...(freeDiskBytes !== undefined && { freeDiskBytes }) })
  const get = async (path = '') => (await fake.app.inject(`/inferbridge/v1/model-library${path}`)).json()
  const post = (path: string, payload: object = {}) =>
    fake.app.inject({ method: 'POST', url: `/inferbridge/v1/model-library/${path}`, payload })
  const add = (models: object, more: object = {}) => post('import-definitions', { payload: { models }, ...more })
  return { ...fake, get, post, add }
}

test('says of each model whether memory and disk have room', async () => {
  const item = async (freeBytes: number) => (await server(freeBytes).get('?include_all=true')).items[0].requirements
  expect(await item(100 * 1024 ** 3)).toMatchObject({ disk_ok: true, available_disk_gb: 100 })
  expect(await item(1024)).toMatchObject({ disk_ok: false, available_disk_gb: 0 })
})

test('definitions go out and come in as the same file', async () => {
  const { add, get, app } = server()
  const added = await add({ mine: DEFINITION })
  expect([added.statusCode, added.json()]).toEqual([
    200,
    { status: 'imported', added: ['mine'], updated: [], unchanged: [] },
  ])
  const file = await get('/export')
  expect(file.models.mine).toEqual({ model_id: 'mine', ...DEFINITION })
  expect(file.models['qwen3-0.6b']).toMatchObject({ source_model: 'unsloth/Qwen3-0.6B-GGUF' })
  const again = (await add(file.models)).json()
  expect(again).toMatchObject({ added: [], updated: [], unchanged: expect.arrayContaining(['mine', 'qwen3-0.6b']) })
  const { data } = (await app.inject('/inferbridge/v1/models')).json()
  expect(data.find(({ id }: { id: string }) => id === 'mine')).toMatchObject({ name: 'Mine', description: 'Mine.' })
})

test('one that says something else is a 409 unless it is to be overwritten, and nothing of the file is taken', async () => {
  const { add, get } = server()
  await add({ mine: DEFINITION })
  const other = { ...DEFINITION, weight_format: 'int8' }
  const refused = await add({ more: DEFINITION, mine: other })
  expect([refused.statusCode, refused.json()]).toEqual([409, { detail: expect.stringContaining('`mine`') }])
  expect((await get('/export')).models.more).toBeUndefined()
  const done = await add({ more: DEFINITION, mine: other }, { overwrite: true })
  expect(done.json()).toEqual({ status: 'imported', added: ['more'], updated: ['mine'], unchanged: [] })
  expect((await get('/export')).models.mine.weight_format).toBe('int8')
})

test.each([
  ['nothing', {}, 409],
  ['more than fifty', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`m${i}`, DEFINITION])), 409],
  ['an id that is none', { '../x': DEFINITION }, 422],
  ['one without a source', { mine: { name: 'Mine' } }, 422],
])('a file of %s is refused', async (_, models, status) => {
  expect((await server().add(models)).statusCode).toBe(status)
})

test('a model of this machine is copied under its new id', async () => {
  const { post, puller, get } = server()
  puller.work = async ({ id }) => pulledModel(id ?? '', 7)
  const wish = { model_id: 'copy', name: 'Copy', source_path: '/elsewhere/model' }
  const answer = await post('import-converted', wish)
  // The catalogue of this test stands still, so the copy is known by its definition alone.
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'imported', model_id: 'copy', target_path: '/store/copy', size_bytes: 7 }),
  ])
  expect(puller.orders).toMatchObject([{ id: 'copy', reference: { hub: 'disk', path: '/elsewhere/model' } }])
  expect((await get('/export')).models.copy).toMatchObject({ name: 'Copy' })
  expect((await post('import-converted', wish)).statusCode).toBe(400)
  expect((await post('import-converted', { ...wish, model_id: 'loaded' })).statusCode).toBe(409)
  expect((await post('import-converted', { ...wish, model_id: 'new', overwrite: true })).statusCode).toBe(400)
})

test('refreshing tells the same models: they are a part of the program', async () => {
  const { post, get } = server()
  const { status, library } = (await post('refresh')).json()
  expect([status, library]).toEqual(['refreshed', await get()])
})
