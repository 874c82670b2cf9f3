import { expect, test } from 'vitest'
import { pulledModel } from '../../../test/fakes/puller.ts'
import { MemoryRecords } from '../../../test/fakes/records.ts'
import { type FakeServer, fakeServer } from '../../../test/fakes/server.ts'
import { TrivetError } from '../../core/errors.ts'

const post = (server: FakeServer, url: string, payload: object) => server.app.inject({ method: 'POST', url, payload })
const wish = { model_id: 'qwen', name: 'Qwen', source_model: 'org/Qwen', max_output_tokens: 256 }

/** How the job of an answer ended. */
async function ended(server: FakeServer, id: string) {
  await server.jobs.ended(id, new AbortController().signal)
  return (await server.app.inject(`/v1/jobs/${id}`)).json()
}

test('a registered model is pulled by its id, in its weight format', async () => {
  const server = fakeServer({ models: [] })
  const registered = await post(server, '/v1/models/register', { ...wish, weight_format: 'int8' })
  expect(registered.json()).toMatchObject({
    status: 'registered',
    model: { id: 'qwen', status: 'not_downloaded', source_model: 'org/Qwen', recommended_device: 'NPU' },
  })
  server.puller.work = async ({ id }) => pulledModel(id ?? '', 9)
  const { id } = (await post(server, '/v1/models/pull', { model: 'qwen' })).json()
  expect(await ended(server, id)).toMatchObject({ state: 'done', result: { model: 'qwen', size_bytes: 9 } })
  expect(server.puller.orders).toMatchObject([
    { id: 'qwen', reference: { repository: 'org/Qwen', precisions: ['Q8_0'] } },
  ])
  await server.app.close()
})

test.each([
  [{ ...wish, model_id: '../x' }, 'model_id'],
  [{ ...wish, source_model: 'nonsense' }, 'source_model'],
  [{ ...wish, max_output_tokens: 4096 }, 'max_output_tokens'],
  [{ ...wish, backend: 'openvino-embeddings' }, 'max_output_tokens'],
  [{ ...wish, recommended_device: 'TPU' }, 'recommended_device'],
  [{ ...wish, max_context_len: 1 }, 'max_context_len'],
  [{ model_id: 'x', name: 'x' }, 'source_model'],
])('%j is refused about `%s`', async (fields, param) => {
  const server = fakeServer({ models: [] })
  for (const path of ['register', 'download-custom']) {
    const answer = await post(server, `/v1/models/${path}`, fields)
    expect([answer.statusCode, answer.json().error.param]).toEqual([400, param])
  }
  await server.app.close()
})

test('download-custom fetches GGUF where there is some, and loads it where it was meant to be', async () => {
  const server = fakeServer({ models: [{ id: 'qwen', async *reply() {} }] })
  server.puller.work = async ({ id }) => pulledModel(id ?? '', 9)
  const answer = await post(server, '/v1/models/download-custom', { ...wish, recommended_device: 'gpu' })
  expect(answer.json()).toMatchObject({ status: 'converting', model: { id: 'qwen', status: 'converting' } })
  expect(await ended(server, answer.json().job.id)).toMatchObject({ state: 'done', result: { model: 'qwen' } })
  expect(server.scheduler.orders).toMatchObject([
    { id: 'qwen', path: '/store/qwen', placement: { compute: { units: [{ kind: 'gpu' }] }, contextTokens: 2048 } },
  ])
  await server.app.close()
})

test('one that a server left unfinished is loaded, too, once the next has fetched it', async () => {
  const records = new MemoryRecords()
  const before = fakeServer({ models: [], records })
  before.puller.work = async () => pulledModel('qwen', 9)
  const { job } = (await post(before, '/v1/models/download-custom', { ...wish, recommended_device: 'gpu' })).json()
  await ended(before, job.id)
  const [record] = records.saved
  if (!record) throw new Error('nothing was kept')
  records.save(record)
  const server = fakeServer({ models: [{ id: 'qwen', async *reply() {} }], records })
  server.puller.work = async ({ id }) => pulledModel(id ?? '', 9)
  const resumed = await post(server, `/v1/jobs/${record.id}/resume`, {})
  expect(resumed.statusCode).toBe(200)
  expect(await ended(server, resumed.json().id)).toMatchObject({ state: 'done', result: { loaded: true } })
  expect(server.scheduler.orders).toMatchObject([{ id: 'qwen', placement: { compute: { units: [{ kind: 'gpu' }] } } }])
  await before.app.close()
  await server.app.close()
})

test('what was fetched and can not be loaded is there all the same', async () => {
  const openFailure = new TrivetError('out_of_memory')
  const server = fakeServer({ models: [{ id: 'qwen', async *reply() {}, openFailure }] })
  server.puller.work = async ({ id }) => pulledModel(id ?? '', 9)
  const { job } = (await post(server, '/v1/models/download-custom', wish)).json()
  expect(await ended(server, job.id)).toMatchObject({
    state: 'done',
    result: { model: 'qwen', loaded: false, warnings: [expect.any(String)] },
  })
  await server.app.close()
})

test('download-custom converts what has only safetensors', async () => {
  const server = fakeServer({ models: [] })
  server.puller.work = async () => {
    throw new TrivetError('source_unusable', { source: 'org/Qwen', reason: 'it has safetensors and no GGUF.' })
  }
  server.converter.work = async () => ({ model: pulledModel('qwen'), warnings: [] })
  const fields = { ...wish, weight_format: 'int8', group_size: 32, load_after: false }
  const { job } = (await post(server, '/v1/models/download-custom', fields)).json()
  expect(await ended(server, job.id)).toMatchObject({ state: 'done', result: { model: 'qwen' } })
  expect(server.converter.orders).toMatchObject([{ folder: '/snapshot', id: 'qwen', type: 'Q8_0' }])
  await server.app.close()
})

test('what a conversion can not do is refused before anything is fetched', async () => {
  const server = fakeServer({ models: [] })
  const answer = await post(server, '/v1/models/download-custom', { ...wish, weight_format: 'int8', group_size: 128 })
  expect([answer.statusCode, answer.json().error.param]).toEqual([400, 'group_size'])
  expect(server.puller.orders).toEqual([])
  await server.app.close()
})
