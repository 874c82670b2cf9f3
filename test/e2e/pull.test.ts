import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileServer } from '../fakes/file-server.ts'
import { gguf, huggingFace } from '../fakes/hubs.ts'
import { eventually } from '../fakes/listening.ts'
import { writeFolder } from '../fixtures/huggingface/folder.ts'
import { decoders } from '../fixtures/huggingface/models.ts'
import type { Program, ProgramOptions } from './program.ts'
import { startPrograms } from './programs.ts'

const demo = readFileSync(fileURLToPath(new URL('../../models/demo.gguf', import.meta.url)))
const large = gguf(3_000_000)

let hub: FileServer
let home: Program

beforeEach(async () => {
  hub = await FileServer.start()
  // Its folder is where all the others keep their models.
  home = startProgram(['version'])
})
afterEach(() => hub.close())

const startProgram = startPrograms()

function start(args: string[], options: ProgramOptions = { input: '' }): Program {
  const env = { HF_ENDPOINT: hub.origin, GENIEX_AIHUBBASEURL: hub.origin, TRIVET_HOME: home.folder }
  return startProgram(args, { ...options, env })
}

/** A port where nobody listens, so that the program works alone. */
const ALONE = ['--port', '1']

async function pull(...args: string[]) {
  const program = start(['pull', ...args])
  const code = await program.exited
  return { code, stdout: program.stdout, stderr: program.stderr }
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

const stored = (folder: string) => join(home.folder, 'models', folder)
const staged = (folder: string) => join(home.folder, 'models', '.staging', folder)

test('pulled alone: it is in the store, and the command says so', async () => {
  huggingFace(hub, 'org/demo', [{ path: 'demo-Q8_0.gguf', bytes: demo }])
  const { code, stdout, stderr } = await pull('org/demo', ...ALONE)
  expect([code, stderr]).toEqual([0, expect.stringContaining('downloading org/demo')])
  expect(stdout).toMatch(/^Pulled org\/demo:Q8_0, \d+\.\d MiB\.\n$/)
  expect(readFileSync(join(stored('org+demo=Q8_0'), 'demo-Q8_0.gguf')).equals(demo)).toBe(true)
})

test('pulled through a server: it answers with the model at once', async () => {
  huggingFace(hub, 'org/demo', [{ path: 'demo-Q8_0.gguf', bytes: demo }])
  const server = start(['serve', '--port', '0', '--threads', '1', '--model-stores', 'none'], {})
  const url = await server.listening()
  const { code, stdout } = await pull('org/demo', '--as', 'pulled', '--json', '--port', new URL(url).port)
  const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}')
  expect([code, last.job.state, last.job.result.model]).toEqual([0, 'done', 'pulled'])
  const answer = await post(`${url}/v1/chat/completions`, {
    model: 'pulled',
    max_tokens: 3,
    messages: [{ role: 'user', content: 'Hello' }],
  })
  expect(await answer.json()).toMatchObject({ usage: { completion_tokens: expect.any(Number) } })
})

test('what has only safetensors is fetched, converted and loaded', async () => {
  const make = decoders['mistral, tied, its positions squeezed']
  if (!make) throw new Error('no such model')
  const folder = writeFolder(join(home.folder, 'raw'), make())
  const files = readdirSync(folder).map((path) => ({ path, bytes: readFileSync(join(folder, path)) }))
  huggingFace(hub, 'org/raw', files)
  const server = start(['serve', '--port', '0', '--threads', '1', '--model-stores', 'none'], {})
  const url = await server.listening()
  const { job } = (await (
    await post(`${url}/v1/models/download-custom`, {
      model_id: 'raw',
      name: 'Raw',
      source_model: 'org/raw',
      weight_format: 'int8',
      max_context_len: 128,
      max_output_tokens: 16,
    })
  ).json()) as { job: { id: string } }
  const events = await (await fetch(`${url}/v1/jobs/${job.id}?stream=true`)).text()
  const last = JSON.parse(events.trim().split('data: ').at(-1) ?? '{}')
  expect(last.job).toMatchObject({ state: 'done', result: { model: 'raw', loaded: true } })
  expect(readdirSync(join(home.folder, 'models')).filter((name) => !name.startsWith('.'))).toEqual(['raw'])
})

test('killed midway, it goes on where it was', async () => {
  huggingFace(hub, 'org/large', [{ path: 'm-Q4_0.gguf', bytes: large, stalls: { after: 2_000_000, times: 1 } }])
  const state = join(staged('org+large=Q4_0'), 'm-Q4_0.gguf.resume')
  const killed = start(['pull', 'org/large', ...ALONE])
  await eventually(() => existsSync(state)).toBe(true)
  killed.signal('SIGKILL')
  expect(await killed.exited).toBe(137)
  expect(existsSync(stored('org+large=Q4_0'))).toBe(false)

  hub.requests.length = 0
  expect((await pull('org/large', ...ALONE)).code).toBe(0)
  const [range = ''] = hub.requests.filter(({ path }) => path.endsWith('.gguf')).map(({ headers }) => headers.range)
  expect(Number(/^bytes=(\d+)-/.exec(range)?.[1])).toBeGreaterThan(0)
  expect(readFileSync(join(stored('org+large=Q4_0'), 'm-Q4_0.gguf')).equals(large)).toBe(true)
  expect(readdirSync(stored('org+large=Q4_0')).sort()).toEqual(['m-Q4_0.gguf', 'manifest.json'])
})

test('a server killed midway goes on when it is asked again', async () => {
  huggingFace(hub, 'org/large', [{ path: 'm-Q4_0.gguf', bytes: large, stalls: { after: 2_000_000, times: 99 } }])
  const serve = ['serve', '--port', '0', '--model-stores', 'none']
  const killed = start(serve, {})
  const first = await killed.listening()
  expect((await post(`${first}/v1/models/pull`, { model: 'org/large' })).status).toBe(202)
  await eventually(() => existsSync(join(staged('org+large=Q4_0'), 'm-Q4_0.gguf.resume'))).toBe(true)
  killed.signal('SIGKILL')
  await killed.exited

  const again = start(serve, {})
  const url = await again.listening()
  huggingFace(hub, 'org/large', [{ path: 'm-Q4_0.gguf', bytes: large }])
  hub.requests.length = 0
  const answer = await post(`${url}/api/pull`, { model: 'hf.co/org/large' })
  expect((await answer.text()).trim().split('\n').at(-1)).toBe('{"status":"success"}')
  const [range = ''] = hub.requests.filter(({ path }) => path.endsWith('.gguf')).map(({ headers }) => headers.range)
  expect(Number(/^bytes=(\d+)-/.exec(range)?.[1])).toBeGreaterThan(0)
})

test('a server killed midway leaves a job that the next one lists, and goes on with where it was', async () => {
  huggingFace(hub, 'org/large', [{ path: 'm-Q4_0.gguf', bytes: large, stalls: { after: 2_000_000, times: 99 } }])
  const serve = ['serve', '--port', '0', '--model-stores', 'none']
  const killed = start(serve, {})
  const first = await killed.listening()
  const begun = (await (await post(`${first}/v1/models/pull`, { model: 'org/large' })).json()) as { id: string }
  await eventually(() => existsSync(join(staged('org+large=Q4_0'), 'm-Q4_0.gguf.resume'))).toBe(true)

  const beside = start(serve, {})
  const other = await beside.listening()
  const jobsAt = async (url: string) => ((await (await fetch(`${url}/v1/jobs`)).json()) as { data: unknown[] }).data
  expect(await jobsAt(other)).toEqual([])
  killed.signal('SIGKILL')
  await killed.exited

  const again = start(serve, {})
  const url = await again.listening()
  const request = { path: '/v1/models/pull', body: { model: 'org/large' } }
  expect(await jobsAt(url)).toMatchObject([{ id: begun.id, subject: 'org/large', state: 'interrupted', request }])
  huggingFace(hub, 'org/large', [{ path: 'm-Q4_0.gguf', bytes: large }])
  hub.requests.length = 0
  expect(await (await post(`${url}/v1/jobs/${begun.id}/resume`, {})).json()).toMatchObject({ id: begun.id })
  await eventually(async () => (await jobsAt(url)).map((job) => (job as { state: string }).state)).toEqual(['done'])
  const [range = ''] = hub.requests.filter(({ path }) => path.endsWith('.gguf')).map(({ headers }) => headers.range)
  expect(Number(/^bytes=(\d+)-/.exec(range)?.[1])).toBeGreaterThan(0)
  expect(readFileSync(join(stored('org+large=Q4_0'), 'm-Q4_0.gguf')).equals(large)).toBe(true)
})

test('interrupted, it says what is kept; the server pauses its job for it', async () => {
  huggingFace(hub, 'org/large', [{ path: 'm-Q4_0.gguf', bytes: large, stalls: { after: 2_000_000, times: 9 } }])
  const alone = start(['pull', 'org/large', ...ALONE])
  await alone.until(/downloading/)
  alone.signal('SIGINT')
  expect([await alone.exited, alone.stderr]).toEqual([130, expect.stringContaining('What is there is kept')])

  const server = start(['serve', '--port', '0', '--model-stores', 'none'], {})
  const url = await server.listening()
  const client = start(['pull', 'org/large', '--port', new URL(url).port])
  await client.until(/downloading/)
  client.signal('SIGINT')
  expect(await client.exited).toBe(130)
  const { data } = (await (await fetch(`${url}/v1/jobs`)).json()) as { data: { state: string }[] }
  expect(data.map(({ state }) => state)).toEqual(['paused'])
  huggingFace(hub, 'org/large', [{ path: 'm-Q4_0.gguf', bytes: large }])
  expect((await pull('org/large', '--port', new URL(url).port)).code).toBe(0)
})

test.each([
  [['org/nothing'], 4, 'There is nothing at'],
  [['nonsense'], 2, 'is no `organisation/repository`'],
  [['http://127.0.0.1:1/m.gguf'], 4, 'its address 127.0.0.1 is private'],
  [['qualcomm/Qwen3-4B'], 4, '/releases/v0.57.0/manifest.json'],
])('trivet pull %j ends with %i', async (args, code, words) => {
  const result = await pull(...args, ...ALONE)
  expect([result.code, result.stderr, result.stdout]).toEqual([code, expect.stringContaining(words), ''])
})

test('search needs no server', async () => {
  hub.json('/api/models', [{ id: 'org/demo-GGUF', downloads: 7, likes: 1, pipeline_tag: 'text-generation', tags: [] }])
  const program = start(['search', 'tiny', 'demo'])
  expect(await program.exited).toBe(0)
  expect(program.stdout).toMatch(/org\/demo-GGUF +7 +1 +text-generation/)
})
