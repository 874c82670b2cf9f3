import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../../../test/fakes/clock.ts'
import { FileServer, type Served } from '../../../../test/fakes/file-server.ts'
import { HastyClock } from '../../../../test/fakes/hasty-clock.ts'
import type { Clock } from '../../../core/clock.ts'
import { SourceClient } from '../net/client.ts'
import { downloadFile } from './file.ts'
import { PUBLIC, type RemoteFile } from './remote-file.ts'
import { statePath } from './saved-state.ts'

const CHUNK = 64 * 1024
const bytes = noise(10 * CHUNK + 123)
const sha256 = createHash('sha256').update(bytes).digest('hex')

let server: FileServer
let folder: string
let path: string
beforeEach(async () => {
  server = await FileServer.start()
  folder = await mkdtemp(join(tmpdir(), 'trivet-download-'))
  path = join(folder, 'model.gguf')
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** Bytes that are nowhere the same. */
function noise(length: number, seed = 1): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, i) =>
    createHash('sha256').update(`${seed}:${i}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, length)
}

interface Wish {
  readonly clock?: Clock
  readonly signal?: AbortSignal
  readonly connections?: number
  readonly roomBytes?: number
  readonly file?: Partial<RemoteFile>
  readonly onProgress?: (done: number, total: number | null) => void
}

async function download(url: string, wish: Wish = {}): Promise<number> {
  const { clock = new HastyClock(), signal = new AbortController().signal, connections = 4 } = wish
  const client = new SourceClient({ env: {}, clock, privateAllowed: true, trustedOrigins: [], userAgent: 'test' })
  const file = { name: 'model.gguf', url, sizeBytes: null, sha256: null, access: PUBLIC, ...wish.file }
  try {
    return await downloadFile(
      file,
      path,
      {
        client,
        clock,
        chunkBytes: CHUNK,
        connections,
        ...(wish.roomBytes !== undefined && { roomBytes: wish.roomBytes }),
      },
      { signal, progress: wish.onProgress ?? (() => {}) },
    )
  } finally {
    await client.close()
  }
}

const serve = (served: Partial<Served> = {}) => server.serve('/model.gguf', { bytes, ...served })

/** Ends a download once so much of it is there; resolves with what is. */
async function interrupted(url: string, atBytes: number, wish: Wish = {}): Promise<void> {
  const controller = new AbortController()
  const onProgress = (done: number) => {
    if (done >= atBytes) controller.abort(new Error('enough'))
  }
  await expect(download(url, { ...wish, signal: controller.signal, onProgress })).rejects.toThrow('enough')
}

test('fetches stretches side by side and puts them in their places', async () => {
  expect(await download(serve())).toBe(bytes.length)
  expect((await readFile(path)).equals(bytes)).toBe(true)
  expect(server.rangesOf('/model.gguf')).toHaveLength(11)
  expect(server.rangesOf('/model.gguf')).toContain(`bytes=${10 * CHUNK}-${10 * CHUNK + 122}`)
})

test.each([
  ['announces no length', { hidesLength: true, ignoresRange: true }],
  ['ignores ranges', { ignoresRange: true }],
  ['has no version of the file', { etag: null }],
  ['breaks every answer off, five times', { cuts: { after: 5_000, times: 5 } }],
  ['ignores ranges and breaks off, twice', { ignoresRange: true, cuts: { after: 100_000, times: 2 } }],
  ['is busy at first', { first: [{ status: 503 }, { status: 500 }, { status: 429 }, { status: 408 }] }],
  ['compares by date', { etag: null, lastModified: 'Tue, 01 Sep 2026 10:00:00 GMT' }],
] satisfies [string, Partial<Served>][])('a server that %s is coped with', async (_, served) => {
  expect(await download(serve(served))).toBe(bytes.length)
  expect((await readFile(path)).equals(bytes)).toBe(true)
})

test('a stream that has no length, and no end, is taken as far as there is room, and nothing of it is kept', async () => {
  server.answer('/endless', (_, response) => {
    const block = Buffer.alloc(CHUNK)
    const more = () => {
      while (!response.destroyed && response.write(block)) {}
    }
    response.on('drain', more)
    more()
  })
  const rejected = expect(download(`${server.origin}/endless`, { roomBytes: 10 * CHUNK })).rejects
  await rejected.toMatchObject({
    code: 'upstream_error',
    details: { reason: expect.stringContaining(`has sent ${10 * CHUNK} bytes, the most that Trivet takes`) },
  })
  expect((await stat(path)).size).toBe(0)
  expect(await download(serve({ hidesLength: true, ignoresRange: true }), { roomBytes: bytes.length })).toBe(
    bytes.length,
  )
})

test('an empty file is one', async () => {
  expect(await download(server.serve('/empty', { bytes: Buffer.alloc(0) }))).toBe(0)
  expect((await stat(path)).size).toBe(0)
})

test('goes on where an earlier attempt ended, and fetches little twice', async () => {
  const url = serve()
  await interrupted(url, 5 * CHUNK)
  const before = server.sentBytes
  server.requests.length = 0
  await download(url)
  expect((await readFile(path)).equals(bytes)).toBe(true)
  expect(server.sentBytes - before).toBeLessThan(7 * CHUNK)
  expect(server.requests.every(({ headers }) => headers['if-range'] !== undefined)).toBe(true)
})

test.each([
  ['the file is another one by now', async () => {}, noise(bytes.length, 2)],
  ['its state is broken', () => writeFile(statePath(path), '{"version":1,"chu'), bytes],
  ['it was cut short by somebody', () => truncate(path, 10), bytes],
])('begins again when %s', async (_, change, wanted) => {
  await interrupted(serve(), 5 * CHUNK)
  await change()
  await download(serve({ bytes: wanted }))
  expect((await readFile(path)).equals(wanted)).toBe(true)
})

test('what has neither a version nor a checksum is not gone on with; a checksum is enough', async () => {
  const url = serve({ etag: null })
  await interrupted(url, 5 * CHUNK)
  let before = server.sentBytes
  await interrupted(url, 5 * CHUNK)
  expect(server.sentBytes - before).toBeGreaterThanOrEqual(5 * CHUNK)
  await interrupted(url, 5 * CHUNK, { file: { sha256 } })
  before = server.sentBytes
  await download(url, { file: { sha256 } })
  expect(server.sentBytes - before).toBeLessThan(7 * CHUNK)
  expect((await readFile(path)).equals(bytes)).toBe(true)
})

test('a file that changes midway is fetched anew; one that always does is given up', async () => {
  const url = serve({ etag: (requests) => (requests < 3 ? '"one"' : '"two"') })
  expect(await download(url)).toBe(bytes.length)
  expect((await readFile(path)).equals(bytes)).toBe(true)
  const restless = server.serve('/restless', { bytes, etag: (requests) => `"${requests}"` })
  await expect(download(restless)).rejects.toMatchObject({
    code: 'upstream_error',
    message: expect.stringContaining('another file every time'),
  })
})

test.each([
  ['overstates the length', { overstates: 1000 }, 'says that bytes'],
  ['always breaks off before the first byte', { cuts: { after: 0, times: 1000 } }, 'broke the connection'],
  ['says another total than the source', { totalSaid: 5 }, 'has a file of 5 bytes where its source announces'],
  ['compresses unasked', { contentEncoding: 'gzip' }, 'in the coding gzip'],
  ['overstates without ranges', { ignoresRange: true, overstates: 1000 }, 'where its source announces'],
] satisfies [string, Partial<Served>, string][])('a server that %s is given up, in words', async (_, served, words) => {
  await expect(download(serve(served), { file: { sizeBytes: bytes.length } })).rejects.toThrow(words)
})

test('one that sends more than it says is not believed', async () => {
  const url = serve({ ignoresRange: true, hidesLength: true })
  await expect(download(url, { file: { sizeBytes: 1000 } })).rejects.toThrow('sends more of the file')
})

test.each([
  [401, 'source_unauthorized'],
  [403, 'source_unauthorized'],
  [404, 'source_not_found'],
  [418, 'upstream_error'],
])('status %i is told at once', async (status, code) => {
  await expect(download(serve({ first: [{ status }] }))).rejects.toMatchObject({ code })
  expect(server.requests).toHaveLength(1)
})

test('waits as long as a busy server says, and no longer than it makes sense', async () => {
  const clock = new HastyClock()
  await download(serve({ first: [{ status: 429, headers: { 'retry-after': '7' } }] }), { clock })
  expect(clock.waits[0]).toBe(7_000)
  await rm(statePath(path))
  const tooLong = server.serve('/busy', { bytes, first: [{ status: 429, headers: { 'retry-after': '3600' } }] })
  await expect(download(tooLong)).rejects.toMatchObject({
    code: 'source_rate_limited',
    details: { retryAfter: 3600 },
  })
})

test('a connection that stays open and says nothing is given up and tried again', async () => {
  const clock = new ManualClock()
  const url = serve({ stalls: { after: 1000, times: 1 } })
  const onProgress = (done: number) => {
    if (done === 1000) setImmediate(() => clock.advance(30_000))
  }
  const whole = download(url, { clock, connections: 1, onProgress })
  // The wait before the next attempt begins once the connection is gone.
  const push = setInterval(() => clock.advance(1_000), 1)
  expect(await whole).toBe(bytes.length)
  clearInterval(push)
  expect((await readFile(path)).equals(bytes)).toBe(true)
})

test('a token goes to the host it is for, and never to where that leads', async () => {
  const elsewhere = await FileServer.start()
  try {
    const target = elsewhere.serve('/blob', { bytes })
    const url = serve({ redirect: target })
    await download(url, { file: { access: { token: async () => 'secret', hint: null } } })
    expect(server.requests.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true)
    expect(elsewhere.requests.length).toBeGreaterThan(0)
    expect(elsewhere.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  } finally {
    await elsewhere.close()
  }
})

test.skipIf(!existsSync('/dev/full'))('a full disk is told with what is missing', async () => {
  await symlink('/dev/full', path)
  const whole = download(serve(), { file: { sizeBytes: bytes.length } })
  await expect(whole).rejects.toMatchObject({ code: 'disk_full', details: { needed: bytes.length } })
})

test('progress never goes beyond the file, and ends with all of it', async () => {
  const seen: (readonly [number, number | null])[] = []
  await download(serve({ cuts: { after: 5_000, times: 3 } }), { onProgress: (...step) => seen.push(step) })
  expect(seen.every(([done]) => done <= bytes.length)).toBe(true)
  expect(seen.at(-1)).toEqual([bytes.length, bytes.length])
})
