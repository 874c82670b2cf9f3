import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Program } from '../e2e/program.ts'
import { childrenOf } from '../engine/processes.ts'
import { eventually } from '../fakes/listening.ts'
import { seededRandom } from '../fakes/random.ts'
import { type Outcome, send } from './crowd.ts'
import { countedEverywhere, countedOf, holdings, memory, type Read, sumOf } from './facts.ts'
import { EMBEDDER, type Planned, planned, SHAKY, STEADY } from './plan.ts'

/** `npm run soak` asks for 10 000. */
const REQUESTS = Number(process.env.SOAK_REQUESTS ?? 300)
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000)
const CLIENTS = 12
/** Requests after which what is held counts as normal. */
const WARM = 60
/** From so many requests on, memory is looked at: before, it is still settling. */
const LONG = 5_000
/** What memory may grow by from the second quarter to the last, at its lowest: pages that allocators keep. */
const SLACK_BYTES = 48 * 2 ** 20

const model = (file: string) => fileURLToPath(new URL(`../../models/${file}.gguf`, import.meta.url))
const ADMIN = 'soak-admin-key'
const folder = mkdtempSync(join(tmpdir(), 'trivet-soak-'))
let server: Program
let url = ''
/** One connection, which is open throughout: files are counted. */
const dispatcher = new Agent({ connections: 1 })
const read: Read = (path) => fetch(url + path, { headers: { 'x-api-key': ADMIN }, dispatcher })
const post = async (path: string, body: object) => {
  const headers = { 'x-api-key': ADMIN, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), dispatcher })
  return (await response.json()) as { readonly secret?: string }
}

beforeAll(async () => {
  const models = [
    { id: STEADY, path: model('demo') },
    { id: SHAKY, path: model('demo'), queue_capacity: 2 },
    { id: EMBEDDER, path: model('demo-embed') },
  ]
  const settings = join(folder, 'trivet.json')
  writeFileSync(settings, JSON.stringify({ models, threads: 1, keep_alive: -1 }))
  server = new Program(['serve', '--port', '0', '--config', settings], {
    // Little room, so that rubbish is collected: what grows then is held.
    env: { TRIVET_API_KEY: ADMIN, NODE_OPTIONS: '--max-old-space-size=128' },
  })
  url = await server.listening()
})

afterAll(async () => {
  await dispatcher.destroy()
  await server.dispose()
  rmSync(folder, { recursive: true })
})

test(`${REQUESTS} requests of every kind, with clients that leave and engines that are killed, seed ${SEED}`, {
  timeout: 3_600_000,
}, async () => {
  console.log(`SOAK_REQUESTS=${REQUESTS} SOAK_SEED=${SEED} sends the same again`)
  const keys = await makeKeys()
  const engines = await loadAll()
  const random = seededRandom(SEED)
  const plans = Array.from({ length: REQUESTS }, () => planned(random))

  const warm = await send(plans.slice(0, WARM), 0, { url, keys, clients: CLIENTS })
  await eventually(() => holdings(server.pid, read)).toMatchObject({ requests: 0, children: 3 })
  const before = await holdings(server.pid, read)

  const kills = [Math.floor((REQUESTS - WARM) / 3), Math.floor(((REQUESTS - WARM) * 2) / 3)]
  const quarters = [0, 1, 2, 3].map((): ReturnType<typeof memory>[] => [])
  const began = performance.now()
  const main = await send(plans.slice(WARM), WARM, {
    url,
    keys,
    clients: CLIENTS,
    async onProgress(over) {
      if (kills.includes(over)) await killShaky(engines)
      if (over % 100 === 0) quarters[Math.floor((4 * over) / (REQUESTS - WARM + 1))]?.push(memory(server.pid, engines))
    },
  })
  const seconds = (performance.now() - began) / 1000
  const outcomes = [...warm, ...main]

  // Nothing is held any more that was not held before.
  await post('/v1/models/load', { model: SHAKY })
  await eventually(() => holdings(server.pid, read)).toEqual(before)
  const lowest = quarters.map((seen) => ({
    server: Math.min(...seen.map(({ server }) => server)),
    engines: Math.min(...seen.map(({ engines }) => engines)),
  }))

  // Every request has come to an end, and to one end only.
  const metrics = await (await read('/metrics')).text()
  await eventually(() => server.stderr).toMatch(/"path":"\/metrics".*"answered"/)
  const ends = [...server.stderr.matchAll(/"requestId":"(\S+?)".*"path":"(\S+?)".*"msg":"(?:answered|client left)"/g)]
  const ended = ends.flatMap(([, id = '']) => (id.startsWith('soak-') ? [id] : []))
  expect(new Set(ended).size).toBe(ended.length)
  const answered = outcomes.filter(({ left }) => !left).map(({ id }) => id)
  expect(ended).toEqual(expect.arrayContaining(answered))
  const linesBefore = ends.findIndex(([, , path]) => path === '/metrics')
  expect(sumOf(metrics, 'trivet_http_requests_total')).toBe(linesBefore)

  // All who count have counted the same, and what answers said they cost is what was counted.
  const counted = await countedEverywhere(read)
  expect(counted.metrics).toEqual(counted.telemetry)
  expect(counted.keys).toEqual(counted.telemetry)
  const polite = outcomes.filter(({ as }) => as === 'polite')
  expect(polite.filter(({ tokens }) => tokens === null)).toEqual([])
  expect(await countedOf('polite', read)).toEqual({
    requests: polite.length,
    prompt: sum(polite, 'prompt'),
    completion: sum(polite, 'completion'),
  })

  // What went wrong, went wrong for a reason that has a name.
  const codes = tally(outcomes.map(({ left, code }) => (left ? 'left' : (code ?? 'ok'))))
  expect(Object.keys(codes)).not.toContain('internal_error')
  expect(codes).toMatchObject({ left: expect.any(Number), rate_limited: expect.any(Number) })
  expect(sumOf(metrics, 'trivet_engine_crashes_total')).toBe(kills.length)

  console.log(JSON.stringify({ seconds, codes, counted: counted.telemetry, before, lowest }, null, 2))
  if (REQUESTS >= LONG) {
    const [, second, , last] = lowest
    expect((last?.server ?? 0) - (second?.server ?? 0)).toBeLessThan(SLACK_BYTES)
    expect((last?.engines ?? 0) - (second?.engines ?? 0)).toBeLessThan(SLACK_BYTES)
  }
})

async function makeKeys(): Promise<Record<Planned['as'], string>> {
  const make = async (name: string, limits: object = {}) => (await post('/v1/keys', { name, ...limits })).secret ?? ''
  return {
    polite: await make('polite'),
    rude: await make('rude'),
    limited: await make('limited', { requests_per_minute: 5 }),
  }
}

/** Loads every model; resolves with the engines of those that shall live. */
async function loadAll(): Promise<readonly number[]> {
  for (const id of [STEADY, EMBEDDER]) await post('/v1/models/load', { model: id })
  const steady = childrenOf(server.pid)
  await post('/v1/models/load', { model: SHAKY })
  return steady
}

/** One that is killed while it loads has not crashed, it has failed to load. */
async function killShaky(others: readonly number[]): Promise<void> {
  await eventually(() => stateOf(SHAKY)).toBe('ready')
  for (const child of childrenOf(server.pid)) if (!others.includes(child)) process.kill(child, 'SIGKILL')
}

async function stateOf(id: string): Promise<string | undefined> {
  const status = (await (await read('/v1/system/status')).json()) as { models: { id: string; state: string }[] }
  return status.models.find((each) => each.id === id)?.state
}

function sum(outcomes: readonly Outcome[], of: 'prompt' | 'completion'): number {
  return outcomes.reduce((total, { tokens }) => total + (tokens?.[of] ?? 0), 0)
}

function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
