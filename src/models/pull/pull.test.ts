import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMMIT, dockerHub, gguf, huggingFace, modelScope, sha256 } from '../../../test/fakes/hubs.ts'
import { type PullScene, pullScene } from '../../../test/fakes/pull-scene.ts'
import { buildRandom } from '../../../test/fixtures/gguf/index.ts'
import { readReference } from './reference.ts'
import { fetchSnapshot } from './snapshot.ts'

const small = gguf(1000)
const large = gguf(300_000, 2)

let scene: PullScene
beforeEach(async () => {
  scene = await pullScene()
})
afterEach(() => scene.close())

const pull = (name: string, hub: Parameters<typeof readReference>[1] = null) =>
  scene.pull({ reference: readReference(name, hub) })

test('Hugging Face: the preferred precision with its parts and projector, at one commit, all checked', async () => {
  huggingFace(
    scene.server,
    'org/repo',
    [
      { path: 'README.md', bytes: Buffer.from('hello'), sha256: null },
      { path: 'Q4_0/m-Q4_0-00001-of-00002.gguf', bytes: large },
      { path: 'Q4_0/m-Q4_0-00002-of-00002.gguf', bytes: small },
      { path: 'm-Q8_0.gguf', bytes: gguf(10, 3) },
      { path: 'mmproj-F16.gguf', bytes: gguf(500, 4) },
    ],
    2,
  )
  const stages: string[] = []
  const progress: [number, number | null][] = []
  const { id } = await scene.pull(
    { reference: readReference('org/repo') },
    { stage: (name) => stages.push(name), progress: (...step) => progress.push(step) },
  )
  expect(id).toBe('org/repo:Q4_0')
  expect(await scene.manifest(id)).toMatchObject({
    entry: 'm-Q4_0-00001-of-00002.gguf',
    source: `${scene.server.origin}/org/repo`,
    revision: COMMIT,
    precision: 'Q4_0',
    files: [
      { name: 'm-Q4_0-00001-of-00002.gguf', role: 'weights', sizeBytes: 300_000, sha256: sha256(large) },
      { name: 'm-Q4_0-00002-of-00002.gguf', role: 'weights', sizeBytes: 1000, sha256: sha256(small) },
      { name: 'mmproj-F16.gguf', role: 'mmproj', sizeBytes: 500 },
    ],
  })
  expect((await scene.file(id, 'm-Q4_0-00001-of-00002.gguf')).equals(large)).toBe(true)
  expect(stages).toEqual(['resolving', 'downloading', 'verifying', 'publishing'])
  expect(progress.at(-1)).toEqual([301_500, 301_500])
  expect(existsSync(scene.staged(id))).toBe(false)
})

test('what is there already by its checksums is not fetched again', async () => {
  huggingFace(scene.server, 'org/repo', [{ path: 'm-Q4_0.gguf', bytes: small }])
  await pull('org/repo')
  const before = scene.server.sentBytes
  expect((await pull('org/repo:q4_0')).id).toBe('org/repo:Q4_0')
  expect(scene.server.sentBytes).toBe(before)
})

test('two pulls that name one model differently fetch it once', async () => {
  huggingFace(scene.server, 'a/big', [{ path: 'm-Q8_0.gguf', bytes: large }])
  const models = await Promise.all(['a/big', 'a/big:Q8_0', 'https://huggingface.co/a/big'].map((name) => pull(name)))
  expect(models.map(({ id }) => id)).toEqual(Array(3).fill('a/big:Q8_0'))
  expect(scene.server.rangesOf(`/a/big/resolve/${COMMIT}/m-Q8_0.gguf`)).toHaveLength(5)
})

test('when the first of two gives up, the other goes on; one that waits can give up too', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  huggingFace(scene.server, 'a/big', [{ path: 'm-Q8_0.gguf', bytes: large, gate }])
  const stop = [new AbortController(), new AbortController()] as const
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const first = scene.pull({ reference: readReference('a/big'), onStaged: begin }, { signal: stop[0].signal })
  await begun
  const waiting = scene.pull({ reference: readReference('a/big') }, { signal: stop[1].signal })
  const second = pull('a/big:Q8_0')
  stop[1].abort(new Error('no more waiting'))
  await expect(waiting).rejects.toThrow('no more waiting')
  stop[0].abort(new Error('enough'))
  await expect(first).rejects.toThrow('enough')
  open()
  expect((await second).id).toBe('a/big:Q8_0')
})

test('a token is sent to the hub, not to where its files lie', async () => {
  await scene.close()
  scene = await pullScene({ token: 'hf_secret' })
  const cdn = await pullScene()
  try {
    const blob = cdn.server.serve('/blob', { bytes: small })
    huggingFace(scene.server, 'org/repo', [
      { path: 'm-Q4_0.gguf', bytes: small, redirect: blob.replace('127.0.0.1', 'localhost') },
    ])
    await expect(pull('org/repo')).rejects.toMatchObject({ code: 'source_refused' })
    expect(cdn.server.requests).toHaveLength(0)
    expect(scene.server.requests.every(({ headers }) => headers.authorization === 'Bearer hf_secret')).toBe(true)
  } finally {
    await cdn.close()
  }
})

test('a damaged file is deleted, told, and fetched whole the next time', async () => {
  huggingFace(scene.server, 'org/repo', [{ path: 'm-Q4_0.gguf', bytes: large, sha256: sha256(small) }])
  await expect(pull('org/repo')).rejects.toMatchObject({ code: 'checksum_mismatch' })
  expect(await readdir(scene.staged('org/repo:Q4_0'))).toEqual([])
  huggingFace(scene.server, 'org/repo', [{ path: 'm-Q4_0.gguf', bytes: large }])
  expect((await pull('org/repo')).id).toBe('org/repo:Q4_0')
})

test('ModelScope', async () => {
  modelScope(scene.server, 'org/repo', [{ path: 'm-Q4_K_M.gguf', bytes: small }])
  const { id } = await pull('modelscope://org/repo')
  expect(await scene.manifest(id)).toMatchObject({ id: 'org/repo:Q4_K_M', revision: 'master', precision: 'Q4_K_M' })
})

test('Docker Hub: the layers of a manifest, with a token for each while', async () => {
  const tokens = dockerHub(scene.server, 'ai/gemma3', '4B-Q4_K_M', [
    { mediaType: 'application/vnd.docker.ai.gguf.v3', bytes: large },
    { mediaType: 'application/vnd.docker.ai.mmproj', bytes: small },
    { mediaType: 'application/vnd.docker.ai.license', bytes: Buffer.from('free') },
  ])
  const { id } = await pull('docker.io/ai/gemma3:4B-Q4_K_M')
  expect(await scene.manifest(id)).toMatchObject({
    id: 'ai/gemma3:4B-Q4_K_M',
    source: 'docker.io/ai/gemma3:4B-Q4_K_M',
    precision: 'Q4_K_M',
    files: [
      { name: 'model.gguf', role: 'weights', sha256: sha256(large) },
      { name: 'mmproj.gguf', role: 'mmproj' },
    ],
  })
  expect(tokens()).toBe(1)
  await expect(pull('docker.io/ai/gemma3:none')).rejects.toMatchObject({ code: 'source_not_found' })
  dockerHub(scene.server, 'ai/smol', 'latest', [{ mediaType: 'application/vnd.docker.ai.safetensors', bytes: small }])
  await expect(pull('docker.io/ai/smol')).rejects.toThrow('it has safetensors and no GGUF')
})

test('Docker Hub: a token that is not taken any more is fetched anew', async () => {
  const tokens = dockerHub(scene.server, 'ai/long', 'latest', [
    { mediaType: 'application/vnd.docker.ai.gguf.v3', bytes: small, first: [{ status: 401 }] },
  ])
  expect((await pull('docker.io/ai/long')).id).toBe('ai/long:latest')
  expect(tokens()).toBe(2)
})

const DOWN = { code: 'upstream_error', details: { reason: 'refuses connections.' } }

test.each(['url', 'docker', 'ollama', null] as const)('a server that is down is told as such: %s', async (hub) => {
  const { origin } = scene.server
  await scene.server.close()
  await expect(pull(hub === 'url' ? `${origin}/m.gguf` : 'ai/m', hub)).rejects.toMatchObject(DOWN)
})

test.each([
  [429, { 'retry-after': '7' }, { code: 'source_rate_limited', details: { retryAfter: 7 } }],
  [503, {}, { code: 'upstream_error', details: { reason: 'answered with status 503.' } }],
])('a plain address that answers %i is asked again, and told of when it stays so', async (status, headers, error) => {
  const refusals = (times: number) => Array.from({ length: times }, () => ({ status, headers }))
  const passing = scene.server.serve('/passing.gguf', { bytes: small, first: refusals(2) })
  expect(await pull(passing)).toMatchObject({ id: 'passing' })
  await expect(pull(scene.server.serve('/lasting.gguf', { bytes: small, first: refusals(3) }))).rejects.toMatchObject(
    error,
  )
})

test("Ollama's registry: what it calls a model is one", async () => {
  dockerHub(scene.server, 'library/llama3.2', '1b', [
    { mediaType: 'application/vnd.ollama.image.model', bytes: large },
    { mediaType: 'application/vnd.ollama.image.template', bytes: Buffer.from('{{ .Prompt }}') },
  ])
  const { id } = await pull('llama3.2:1b', 'ollama')
  expect(await scene.manifest(id)).toMatchObject({ id: 'llama3.2:1b', source: 'ollama.com/library/llama3.2:1b' })
})

test('a URL, of one file and of the first of several', async () => {
  scene.server.serve('/a/tiny-Q8_0.gguf', { bytes: small, ignoresRange: true })
  scene.server.serve('/b/big-00001-of-00002.gguf', { bytes: small })
  scene.server.serve('/b/big-00002-of-00002.gguf', { bytes: large })
  expect((await pull(`${scene.server.origin}/a/tiny-Q8_0.gguf`)).id).toBe('tiny-Q8_0')
  const { id } = await pull(`${scene.server.origin}/b/big-00001-of-00002.gguf?key=secret`)
  expect((await scene.manifest(id)).files.map(({ sizeBytes }) => sizeBytes)).toEqual([1000, 300_000])
  expect((await scene.manifest(id)).source).not.toContain('secret')
})

test('a page that says to log in is no model', async () => {
  const url = scene.server.serve('/m.gguf', { bytes: Buffer.from('<!doctype html><title>Log in</title>') })
  await expect(pull(url)).rejects.toThrow('what came is no GGUF file: it begins with "<!do"')
})

test.each([null, undefined])(
  'a model that was cut off is none, also by the checksum of what is left (%s)',
  async (sum) => {
    const bytes = buildRandom().subarray(0, 20_000)
    huggingFace(scene.server, 'org/repo', [{ path: 'm-Q4_0.gguf', bytes, ...(sum === null && { sha256: null }) }])
    await expect(pull('org/repo')).rejects.toMatchObject({
      code: 'source_unusable',
      message: expect.stringMatching(
        /its file is broken: it is cut off: it has 20000 bytes, and the tensor `\S+` ends at/,
      ),
    })
    expect(await readdir(scene.staged('org/repo:Q4_0'))).toEqual([])
    huggingFace(scene.server, 'org/repo', [{ path: 'm-Q4_0.gguf', bytes: buildRandom() }])
    expect((await pull('org/repo')).id).toBe('org/repo:Q4_0')
  },
)

test('models of whisper.cpp, each called by its file, and looked at whether they are', async () => {
  const bytes = Buffer.concat([Buffer.from('lmgg'), Buffer.alloc(4000, 1)])
  huggingFace(scene.server, 'org/whisper', [
    { path: 'ggml-tiny.bin', bytes },
    { path: 'ggml-base.bin', bytes: small },
  ])
  const { id } = await pull('https://huggingface.co/org/whisper/resolve/main/ggml-tiny.bin')
  expect([id, (await scene.file(id, 'ggml-tiny.bin')).equals(bytes)]).toEqual(['org/ggml-tiny', true])
  const wrong = pull('https://huggingface.co/org/whisper/resolve/main/ggml-base.bin')
  await expect(wrong).rejects.toMatchObject({ message: expect.stringContaining('what came is no Whisper file') })
})

test('a folder of this machine, and a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trivet-local-'))
  try {
    await mkdir(join(folder, 'sub'))
    await writeFile(join(folder, 'sub', 'm-Q4_0.gguf'), large)
    await writeFile(join(folder, 'sub', 'mmproj.gguf'), small)
    const { id } = await scene.pull({ reference: readReference(folder), id: 'mine' })
    expect((await scene.file(id, 'm-Q4_0.gguf')).equals(large)).toBe(true)
    expect((await pull(join(folder, 'sub', 'm-Q4_0.gguf'))).id).toBe('m-Q4_0')
    await expect(pull(join(folder, 'none'))).rejects.toMatchObject({ code: 'source_not_found' })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('what there is no space for is not begun, beside what others are promised', async () => {
  await scene.close()
  scene = await pullScene({ free: async () => 64 * 1024 * 1024 + 350_000 })
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  for (const name of ['org/one', 'org/two']) {
    huggingFace(scene.server, name, [{ path: 'm-Q4_0.gguf', bytes: large, gate }])
  }
  const pulls = [pull('org/one'), pull('org/two')]
  // Whichever is promised the space waits at the gate, so the first to end is the one without.
  const refused = await Promise.race(pulls).catch((error: unknown) => error)
  open()
  expect(refused).toMatchObject({ code: 'disk_full', details: { needed: 300_000 } })
  const ends = await Promise.allSettled(pulls)
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('interrupted, it goes on where it was', async () => {
  huggingFace(scene.server, 'org/repo', [{ path: 'm-Q4_0.gguf', bytes: large }])
  const controller = new AbortController()
  const interrupted = scene.pull(
    { reference: readReference('org/repo') },
    { signal: controller.signal, progress: (done) => done > 200_000 && controller.abort(new Error('enough')) },
  )
  await expect(interrupted).rejects.toThrow('enough')
  const before = scene.server.sentBytes
  expect((await pull('org/repo')).id).toBe('org/repo:Q4_0')
  expect(scene.server.sentBytes - before).toBeLessThan(150_000)
})

test.each(['..', '.hidden.gguf', 'a\u0000b-Q4_0.gguf', `${'x'.repeat(300)}-Q4_0.gguf`, 'con.gguf', 'dir\\m-Q4_0.gguf'])(
  'the file name %j of a hostile repository leads nowhere',
  async (path) => {
    huggingFace(scene.server, 'org/evil', [{ path, bytes: small }])
    await expect(pull('org/evil')).rejects.toMatchObject({ code: 'source_unusable' })
    expect(await readdir(scene.root)).not.toContain('org+evil')
  },
)

test('answers of a hub that make no sense are told', async () => {
  scene.server.json('/api/models/org/odd/revision/main', { sha: COMMIT })
  scene.server.json(`/api/models/org/odd/tree/${COMMIT}`, { error: 'no' })
  await expect(pull('org/odd')).rejects.toThrow('answered with no list of files')
  scene.server.answer('/api/models/org/huge/revision/main', (_, response) => response.end(`"${'x'.repeat(17e6)}"`))
  await expect(pull('org/huge')).rejects.toThrow('a document of more than 16777216 bytes')
  scene.server.answer('/api/models/org/gated/revision/main', (_, response) =>
    response.writeHead(403, { 'x-error-code': 'GatedRepo' }).end(),
  )
  await expect(pull('org/gated')).rejects.toThrow(
    'its owner wants its terms accepted first, on its page. Set HF_TOKEN.',
  )
  await expect(pull('org/missing')).rejects.toMatchObject({ code: 'source_not_found' })
})

test.each([
  'http://127.0.0.1:1/m.gguf',
  'http://0x7f000001:1/m.gguf',
  'http://[::1]:1/m.gguf',
  'http://[::ffff:10.0.0.1]/m.gguf',
  'http://169.254.169.254/m.gguf',
  'http://localhost:1/m.gguf',
])('%s is refused before it is connected to', async (url) => {
  await expect(pull(url)).rejects.toMatchObject({ code: 'source_refused' })
})

test('an address of the web that leads inside is refused there', async () => {
  const inside = await pullScene()
  try {
    const target = inside.server.serve('/m.gguf', { bytes: small })
    const url = scene.server.serve('/m.gguf', { bytes: small, redirect: target })
    await expect(pull(url)).rejects.toMatchObject({ code: 'source_refused' })
    expect(inside.server.requests).toHaveLength(0)
  } finally {
    await inside.close()
  }
})

test('a snapshot has the safetensors of a repository and what belongs to them, and is no model', async () => {
  const files = [
    'model-00001-of-00002.safetensors',
    'model-00002-of-00002.safetensors',
    'consolidated.safetensors',
    'config.json',
    'tokenizer.json',
    'merges.txt',
    '1_Pooling/config.json',
    'onnx/model.onnx',
    'README.md',
    '.gitattributes',
  ].map((path, index) => ({ path, bytes: gguf(500, index) }))
  huggingFace(scene.server, 'org/raw', files)
  const reference = readReference('org/raw')
  if (reference.hub !== 'huggingface') throw new Error('not a repository')
  const watch = { signal: new AbortController().signal, stage: () => {}, progress: () => {} }
  const snapshot = await fetchSnapshot(reference, scene.tools, watch)
  const names = await readdir(snapshot.folder, { recursive: true })
  expect(names.filter((name) => !name.endsWith('.resume')).sort()).toEqual([
    '1_Pooling',
    '1_Pooling/config.json',
    'config.json',
    'merges.txt',
    'model-00001-of-00002.safetensors',
    'model-00002-of-00002.safetensors',
    'tokenizer.json',
  ])
  await snapshot.discard()
  expect(existsSync(snapshot.folder)).toBe(false)
  huggingFace(scene.server, 'org/none', [{ path: 'README.md', bytes: small }])
  const none = { ...reference, repository: 'org/none' }
  await expect(fetchSnapshot(none, scene.tools, watch)).rejects.toMatchObject({ code: 'source_unusable' })
})
