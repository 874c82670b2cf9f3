import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildEmbedder, buildScripted } from '../fixtures/gguf/index.ts'
import type { Program } from './program.ts'
import { startPrograms } from './programs.ts'

/** Nobody listens there. */
const NO_SERVER = ['--host', '127.0.0.1', '--port', '1']
const REPO = 'ggml-org/Tiny-GGUF'

let home: string

/** A home whose Hugging Face cache, LM Studio and own folder have models. */
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-models-'))
  const hub = join(home, '.cache', 'huggingface', 'hub', 'models--ggml-org--Tiny-GGUF')
  put(join(hub, 'refs', 'main'), 'abc')
  put(join(hub, 'snapshots', 'abc', 'Tiny-Q8_0.gguf'), buildScripted({ script: 'Found in the cache.' }))
  put(join(home, '.lmstudio', 'models', 'me', 'embedder', 'embedder.gguf'), buildEmbedder())
  const ollama = join(home, '.ollama', 'models')
  const layers = [{ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${'a'.repeat(64)}` }]
  put(join(ollama, 'manifests', 'registry.ollama.ai', 'library', 'parrot', '1b'), JSON.stringify({ layers }))
  put(join(ollama, 'blobs', `sha256-${'a'.repeat(64)}`), buildScripted({ script: 'From a blob.' }))
  put(join(home, '.local', 'share', 'trivet', 'models', 'mine.gguf'), buildScripted({ script: 'Just put here.' }))
  put(join(home, '.local', 'share', 'trivet', 'models', 'cut.gguf'), buildScripted().subarray(0, 5000))
})

afterEach(() => {
  rmSync(home, { recursive: true })
})

const startProgram = startPrograms()

function start(args: readonly string[]): Program {
  return startProgram(args, { env: { HOME: home }, ...(args[0] !== 'serve' && { input: '' }) })
}

async function run(...args: string[]) {
  const program = start(args)
  const code = await program.exited
  return { code, stdout: program.stdout, stderr: program.stderr }
}

const ids = (stdout: string) => (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id)

it('without a server: lists, shows, copies, renames, pins and deletes', async () => {
  const list = await run('list', '--json', ...NO_SERVER)
  expect(ids(list.stdout)).toEqual(['cut', 'mine', `${REPO}:Q8_0`, 'me/embedder', 'parrot:1b'])

  const csv = await run('list', '--format', 'csv', ...NO_SERVER)
  expect(csv.stdout).toContain('id,size_bytes,quantization,architecture,source,state,reason,aliases\n')
  expect(csv.stdout).toMatch(/^cut,5000,,,folder,failed,Its file is broken: it is cut off/m)

  const typo = await run('list', '--json', '--model-folders', join(home, 'typo'), ...NO_SERVER)
  expect(typo.stderr).toContain(`There is no folder ${join(home, 'typo')}.\n`)

  for (const [args, message] of [
    [['list', '--json', '--no-such-flag'], "unknown option '--no-such-flag'"],
    [['list', '--json', '--format', 'xml'], "option '--format <format>' argument 'xml' is invalid"],
    [['alias', '--json'], "missing required argument 'model'"],
  ] as const) {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'invalid_value', message: expect.stringContaining(message) })
  }

  const show = await run('show', 'tiny-gguf', ...NO_SERVER)
  expect(show.stdout).toMatch(/^model +ggml-org\/Tiny-GGUF:Q8_0$/m)
  expect(show.stdout).toMatch(/^path +.*snapshots\/abc\/Tiny-Q8_0\.gguf$/m)

  expect(await run('copy', REPO, 'org/own', ...NO_SERVER)).toMatchObject({ code: 0 })
  expect(await run('alias', 'org/own', 'short', ...NO_SERVER)).toMatchObject({
    stdout: 'short means org/own from now on.\n',
  })
  expect(await run('pin', 'short', ...NO_SERVER)).toMatchObject({ stdout: 'org/own is never unloaded for another.\n' })
  expect((await run('show', 'short', ...NO_SERVER)).stdout).toMatch(/^pinned +yes$/m)

  const removed = await run('rm', 'mine', 'nothing', 'org/own', ...NO_SERVER)
  expect(removed).toMatchObject({ code: 4, stdout: 'Deleted org/own.\n' })
  expect(removed.stderr).toContain('The model `mine` belongs to a folder of yours.')
  expect(removed.stderr).toContain('The model `nothing` does not exist here.')
  expect(ids((await run('list', '--json', ...NO_SERVER)).stdout)).not.toContain('org/own')
})

it('a server without settings serves what it finds, each when it is asked for', async () => {
  const server = start(['serve', '--port', '0', '--threads', '1'])
  const url = await server.listening()
  await server.until(/Models: mine, ggml-org\/Tiny-GGUF:Q8_0, me\/embedder/)
  expect(await said(url, 'tiny-gguf')).toBe('Found in the cache.')
  expect(await said(url, 'mine')).toBe('Just put here.')
  expect(await said(url, 'parrot')).toBe('From a blob.')
  expect(
    await post(url, '/v1/chat/completions', { model: 'cut', messages: [{ role: 'user', content: 'Hi' }] }),
  ).toMatchObject({
    status: 500,
    body: { error: { code: 'model_load_failed', message: expect.stringContaining('cut off') } },
  })
  const embedding = await post(url, '/v1/embeddings', { model: 'embedder', input: 'Hi' })
  expect(embedding.status).toBe(200)

  // By the server: what is loaded is in use, what another process puts there is found.
  await run('copy', 'mine', 'org/own', '--url', url)
  expect(await said(url, 'org/own')).toBe('Just put here.')
  const refused = await run('rm', 'org/own', '--url', url)
  expect(refused).toMatchObject({ code: 4, stderr: 'trivet: The model `org/own` is in use. Unload it first.\n' })
  await post(url, '/v1/models/unload', { model: 'org/own' })
  expect(await run('rm', 'org/own', '--url', `${url}/v1`)).toMatchObject({ code: 0, stdout: 'Deleted org/own.\n' })
  put(join(home, '.local', 'share', 'trivet', 'models', 'late.gguf'), buildScripted({ script: 'Late.' }))
  expect(await said(url, 'late')).toBe('Late.')
})

it('run chats with a model that is kept or found here', async () => {
  const program = startProgram(['run', 'tiny-gguf', '--threads', '1'], { env: { HOME: home }, input: 'Hi\n' })
  expect(await program.exited).toBe(0)
  expect(program.stdout).toContain('Found in the cache.')
  expect(await run('run', 'cut')).toMatchObject({ code: 4, stderr: expect.stringContaining('it is cut off') })
})

it('two processes on one store agree', async () => {
  const names = Array.from({ length: 6 }, (_, i) => `own${i}`)
  const copies = await Promise.all(names.map((name) => run('copy', 'mine', name, ...NO_SERVER)))
  expect(copies.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']))
  await Promise.all(names.map((name) => run('alias', name, `${name}-too`, ...NO_SERVER)))
  const list = JSON.parse((await run('list', '--json', ...NO_SERVER)).stdout) as { id: string; aliases: string[] }[]
  for (const name of names) expect(list).toContainEqual(expect.objectContaining({ id: name, aliases: [`${name}-too`] }))
})

it('clean takes away what was broken off, and nothing else', async () => {
  const models = join(home, '.local', 'share', 'trivet', 'models')
  put(join(models, '.staging', 'org+half=Q8_0', 'half.gguf'), Buffer.alloc(3000))
  put(join(models, '.trash', 'old-1', 'x'), Buffer.alloc(72))
  expect(await run('clean')).toMatchObject({
    code: 0,
    stdout: 'Freed 3.0 KiB. What there was of org/half:Q8_0 is gone.\n',
  })
  expect(await run('clean', '--json')).toMatchObject({ stdout: '{\n  "models": [],\n  "freed_bytes": 0\n}\n' })
  expect(readdirSync(models)).toContain('mine.gguf')
})

async function said(url: string, model: string): Promise<string | undefined> {
  const { body } = await post(url, '/v1/chat/completions', { model, messages: [{ role: 'user', content: 'Hi' }] })
  return (body as { choices?: { message: { content: string } }[] }).choices?.[0]?.message.content
}

async function post(url: string, path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

function put(path: string, content: string | Buffer): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
}
