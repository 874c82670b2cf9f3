import { Ollama } from 'ollama'
import { expect, test } from 'vitest'
import { eventually, listen } from '../../../test/fakes/listening.ts'
import { pulledModel } from '../../../test/fakes/puller.ts'
import { type FakeServer, fakeServer } from '../../../test/fakes/server.ts'
import { TrivetError } from '../../core/errors.ts'
import type { PullOrder, PullWatch } from '../../models/pull/pull.ts'

const post = (server: FakeServer, url: string, payload: object) => server.app.inject({ method: 'POST', url, payload })

/** A pull that goes through all of its stages once `go` is called. */
function steps() {
  let go = () => {}
  const gate = new Promise<void>((resolve) => (go = resolve))
  const work = async ({ onStaged }: PullOrder, { stage, progress, signal }: PullWatch) => {
    stage('resolving')
    onStaged?.('org/repo:Q4_0')
    stage('downloading')
    progress(50, 200)
    await Promise.race([
      gate,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
    progress(200, 200)
    stage('verifying')
    stage('publishing')
    return pulledModel('org/repo:Q4_0', 200)
  }
  return { work, go }
}

test('the answer is a job, which goes on; who asks for the same gets the same', async () => {
  const server = fakeServer({ models: [] })
  const { work, go } = steps()
  server.puller.work = work
  const first = await post(server, '/v1/models/pull', { model: 'org/repo' })
  expect([first.statusCode, first.headers.location]).toEqual([202, `/v1/jobs/${first.json().id}`])
  expect(first.json()).toMatchObject({
    kind: 'pull',
    subject: 'org/repo',
    state: 'running',
    stage: 'downloading',
    progress: { done_bytes: 50, total_bytes: 200 },
    pausable: true,
  })
  const { id } = (await post(server, '/v1/models/pull', { model: ' hf.co/org/repo' })).json()
  expect(id).toBe(first.json().id)
  go()
  await server.jobs.ended(id, new AbortController().signal)
  expect((await server.app.inject(`/v1/jobs/${id}`)).json()).toMatchObject({
    state: 'done',
    result: { model: 'org/repo:Q4_0', size_bytes: 200 },
  })
  expect(server.puller.orders).toHaveLength(1)
  await server.app.close()
})

test('what is asked for reaches the puller', async () => {
  const server = fakeServer({ models: [] })
  const wish = { model: 'org/repo', hub: 'ms', revision: 'v1', file: 'a.gguf', precision: 'Q8_0', id: 'mine' }
  await post(server, '/v1/models/pull', wish)
  expect(server.puller.orders).toMatchObject([
    {
      id: 'mine',
      reference: { hub: 'modelscope', repository: 'org/repo', revision: 'v1', file: 'a.gguf', precisions: ['Q8_0'] },
    },
  ])
  await server.app.close()
})

test.each([
  [{}, 'model'],
  [{ model: 'nonsense' }, 'model'],
  [{ model: 'org/repo', hub: 'napster' }, 'hub'],
  [{ model: 'docker.io/ai/x', precision: 'Q4_0' }, 'precision'],
  [{ model: 'https://example.org/m.gguf', file: 'm.gguf' }, 'file'],
  [{ model: '/m.gguf', revision: 'main' }, 'revision'],
  [{ model: 'org/repo', id: '../x' }, 'id'],
  [{ model: 'org/repo', id: 'CON' }, 'id'],
])('%j is refused about `%s`', async (wish, param) => {
  const server = fakeServer({ models: [] })
  const answer = await post(server, '/v1/models/pull', wish)
  expect([answer.statusCode, answer.json().error.param]).toEqual([400, param])
  await server.app.close()
})

test('what goes wrong is the answer of who waits', async () => {
  const server = fakeServer({ models: [] })
  server.puller.work = async () => {
    throw new TrivetError('source_rate_limited', { url: 'https://huggingface.co', retryAfter: 17 })
  }
  const answer = await post(server, '/v1/models/pull', { model: 'org/repo', wait: true })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '17'])
  await server.app.close()
})

test('as a stream: the events of the job, to its end', async () => {
  const server = fakeServer({ models: [] })
  const { work, go } = steps()
  server.puller.work = work
  const answer = post(server, '/v1/models/pull', { model: 'org/repo', stream: true })
  await eventually(() => server.puller.orders).toHaveLength(1)
  go()
  const events = (await answer).body.split('\n\n').filter(Boolean)
  expect(events.at(-1)).toMatch(/^event: job\.state/)
  expect(events.at(-1)).toContain('"state":"done"')
  await server.app.close()
})

test('a pull that is cancelled takes what it left with it', async () => {
  const server = fakeServer({ models: [] })
  server.puller.work = steps().work
  const { id } = (await post(server, '/v1/models/pull', { model: 'org/repo' })).json()
  expect((await post(server, `/v1/jobs/${id}/cancel`, {})).json()).toMatchObject({ state: 'cancelled' })
  expect(server.puller.discarded).toEqual(['org/repo:Q4_0'])
  await server.app.close()
})

test("Ollama's clients are told in their words", async () => {
  const { puller, port } = await listen([])
  const { work, go } = steps()
  puller.work = work
  const client = new Ollama({ host: `http://127.0.0.1:${port}` })
  const said: string[] = []
  for await (const line of await client.pull({ model: 'llama3.2', stream: true })) {
    said.push(`${line.status} ${line.completed ?? ''}/${line.total ?? ''}`)
    if (line.completed === 50) go()
  }
  expect(said.slice(-4)).toEqual([
    'pulling llama3.2 200/200',
    'verifying sha256 digest /',
    'writing manifest /',
    'success /',
  ])
  expect(puller.orders[0]?.reference).toEqual({ hub: 'ollama', repository: 'library/llama3.2', tag: 'latest' })
})

test('Ollama: without a stream, and what goes wrong', async () => {
  const server = fakeServer({ models: [] })
  const failed = await post(server, '/api/pull', { name: 'hf.co/org/repo', stream: false })
  expect([failed.statusCode, failed.json()]).toEqual([404, { error: expect.stringContaining('There is nothing at') }])
  expect((await post(server, '/api/pull', { model: 'x' })).body).toMatch(/\{"error":"There is nothing at .*\n$/)
  server.puller.work = async () => pulledModel('x')
  expect((await post(server, '/api/pull', { model: 'x', stream: false })).json()).toEqual({ status: 'success' })
  await server.app.close()
})

test("InferBridge's search of Hugging Face", async () => {
  const server = fakeServer({ models: [] })
  server.puller.found = [
    { id: 'Org/Qwen3 8B_GGUF', downloads: 5, likes: 1, task: 'text-generation', tags: Array(60).fill('t') },
    { id: 'org/e5', downloads: 1, likes: 0, task: 'feature-extraction', tags: [] },
  ]
  const answer = await server.app.inject('/v1/models/search-hf?query=qwen&limit=2&task=embeddings')
  expect(answer.json()).toMatchObject([
    { id: 'Org/Qwen3 8B_GGUF', suggested_local_id: 'qwen3-8b_gguf', backend: 'openvino-genai', downloads: 5 },
    { suggested_local_id: 'e5', backend: 'openvino-embeddings', pipeline_tag: 'feature-extraction' },
  ])
  expect(answer.json()[0].tags).toHaveLength(50)
  expect(server.puller.searched).toEqual({ query: 'qwen', limit: 2, task: 'sentence-similarity', ggufOnly: false })
  for (const query of ['', '?query=%20', '?query=x&limit=0', '?query=x&limit=51', `?query=${'x'.repeat(201)}`]) {
    expect((await server.app.inject(`/v1/models/search-hf${query}`)).statusCode).toBe(400)
  }
  await server.app.close()
})
