import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startPrograms } from '../e2e/programs.ts'
import { childrenOf, gone } from '../engine/processes.ts'
import { eventually } from '../fakes/listening.ts'
import { seededRandom } from '../fakes/random.ts'
import { models } from '../fixtures/models.ts'

const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000)
const MODEL = 'speaker'
const cleanUps: (() => void)[] = []

afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp()
})

const start = startPrograms()

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'trivet-chaos-'))
  cleanUps.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function serve(home: string) {
  const args = ['serve', '--port', '0', '--threads', '1', '--model', `${models.scripted()}=${MODEL}`]
  const program = start(args, { env: { TRIVET_HOME: home } })
  const url = await program.listening()
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return { program, url, post }
}

test(`a server that is killed at any moment has kept what it has told it keeps, seed ${SEED}`, async () => {
  const random = seededRandom(SEED)
  const home = folder()
  const told: string[] = []
  for (let round = 0; round < 4; round++) {
    const { program, post } = await serve(home)
    const killAfter = told.length + 1 + Math.floor(random() * 12)
    const client = async () => {
      while (told.length < killAfter) {
        const response = await post('/v1/responses', { model: MODEL, input: 'hi' })
        const { id } = (await response.json()) as { id: string }
        told.push(id)
      }
      program.signal('SIGKILL')
    }
    // Whoever is being answered when it is killed has been told nothing.
    await Promise.allSettled([client(), client(), client()])
    expect(await program.exited).toBe(137)
  }
  const { url } = await serve(home)
  const found = await Promise.all(told.map(async (id) => (await fetch(`${url}/v1/responses/${id}`)).status))
  expect(found).toEqual(told.map(() => 200))
})

test('no engine outlives a server that is killed while it loads, nor while it streams', async () => {
  const loading = await serve(folder())
  const early = childrenOf(loading.program.pid)
  loading.program.signal('SIGKILL')
  await Promise.all(early.map(gone))

  const { program, post } = await serve(folder())
  const stream = await post('/v1/completions', { model: MODEL, prompt: 'hi', max_tokens: 1000, stream: true })
  const reader = stream.body?.getReader()
  await reader?.read()
  const engines = childrenOf(program.pid)
  expect(engines.length).toBeGreaterThan(0)
  program.signal('SIGKILL')
  await Promise.all(engines.map(gone))
  await reader?.cancel().catch(() => {})
})

/** Why no small disk can be had; `null`: here is one. */
function smallDisk(path: string): string | null {
  mkdirSync(path)
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path])
  if (status !== 0) return error?.message ?? stderr.toString().trim()
  cleanUps.push(() => spawnSync('umount', ['-l', path]))
  return null
}

test('a full disk fails what is to be kept, in words, and nothing else; once there is room all is well', async (context) => {
  const home = join(folder(), 'disk')
  const obstacle = smallDisk(home)
  context.skip(obstacle !== null, `no tmpfs can be mounted here: ${obstacle}`)
  const { program, post, url } = await serve(home)
  expect((await post('/v1/responses', { model: MODEL, input: 'hi' })).status).toBe(200)
  const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, 'x'.repeat(500)]))
  const filler = join(home, 'filler')
  try {
    while (true) writeFileSync(filler, Buffer.alloc(4096), { flag: 'a' })
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  }
  await eventually(async () => {
    const response = await post('/v1/responses', { model: MODEL, input: 'hi', metadata })
    const body = (await response.json()) as { error?: object }
    return response.ok ? 'ok' : body.error
  }).toMatchObject({
    code: 'data_unwritable',
    message: 'What Trivet keeps in trivet.db cannot be written: database or disk is full.',
  })
  const unstored = await post('/v1/chat/completions', { model: MODEL, messages: [{ role: 'user', content: 'hi' }] })
  expect([unstored.status, (await fetch(`${url}/health`)).status]).toEqual([200, 200])
  rmSync(filler)
  await eventually(async () => (await post('/v1/responses', { model: MODEL, input: 'hi' })).status).toBe(200)
  program.signal('SIGTERM')
  expect(await program.exited).toBe(0)
})
