import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Program } from '../e2e/program.ts'
import { startPrograms } from '../e2e/programs.ts'
import { writeFolder } from '../fixtures/huggingface/folder.ts'
import { decoders, type TinyModel } from '../fixtures/huggingface/models.ts'
import { models } from '../fixtures/models.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-commands-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const start = startPrograms()

/** A port where nobody listens, so that commands work alone. */
const ALONE = ['--port', '9']

function trivet(...args: string[]): Program {
  const env = { TRIVET_HOME: join(home, 'trivet'), HF_HUB_CACHE: join(home, 'hub') }
  return start(args, { env })
}

const tiny = () => decoders['qwen2 with yarn']?.() as TinyModel<unknown>
const store = () => readdirSync(join(home, 'trivet', 'models')).filter((name) => !name.startsWith('.'))

test('a folder is converted without a server, told stage by stage', async () => {
  const folder = writeFolder(join(home, 'Tiny'), tiny())
  const program = trivet('convert', folder, '--type', 'Q4_0', ...ALONE)
  expect(await program.exited).toBe(0)
  expect(program.stdout).toMatch(/^Made Tiny:Q4_0, /)
  const stages = program.stderr.split('\n').map((line) => line.split(' ')[0])
  expect(stages).toEqual(['converting', 'quantizing', 'validating', 'publishing', ''])
  expect(store()).toEqual(['Tiny=Q4_0'])
})

test.each(['converting', 'quantizing', 'validating', 'publishing'])(
  'killed while it is %s, it leaves nothing that passes for a model, and does it all when asked again',
  async (stage) => {
    const order = ['convert', writeFolder(join(home, 'Tiny'), tiny()), '--type', 'Q4_0', ...ALONE]
    const killed = trivet(...order)
    await killed.until(new RegExp(`^${stage}`, 'm'))
    killed.signal('SIGKILL')
    await killed.exited
    const listed = trivet('list', '--json', '--model-stores', 'none', ...ALONE)
    expect(await listed.exited).toBe(0)
    const models = JSON.parse(listed.stdout) as { id: string; state: string; reason: string | null }[]
    // Killed while it was publishing, it may have been done.
    expect(models.filter(({ id, reason }) => id !== 'Tiny:Q4_0' || reason !== null)).toEqual([])
    if (models.length === 0) expect(await trivet(...order).exited).toBe(0)
    expect(store()).toEqual(['Tiny=Q4_0'])
  },
)

test('a file is quantized without a server, told as lines of JSON', async () => {
  const program = trivet('quantize', models.random(), 'q8_0', '--as', 'noise', '--json', ...ALONE)
  expect(await program.exited).toBe(0)
  const events = program.stdout.trim().split('\n')
  expect(JSON.parse(events.at(-1) ?? '').job).toMatchObject({ state: 'done', result: { model: 'noise' } })
  expect(store()).toEqual(['noise'])
})

test.each([
  ['a folder that is no model', ['convert', tmpdir()], 4, /it has no config\.json/],
  ['a type that is none', ['quantize', models.random(), 'Q9'], 2, /is no type of llama\.cpp's/],
  [
    'what is quantized already',
    ['quantize', join(import.meta.dirname, '../../models/demo.gguf'), 'Q4_K_M'],
    2,
    /or say `--allow-requantize`\./,
  ],
  ['a name that is none', ['convert', 'nothing'], 2, /neither a folder's absolute path nor/],
  ['a format that is none', ['convert', '/', '--format', 'onnx'], 2, /format/],
])('%s is refused', async (_, args, code, reason) => {
  const program = trivet(...args, ...ALONE)
  expect(await program.exited).toBe(code)
  expect(program.stderr).toMatch(reason)
})

test('an interrupted conversion leaves nothing', async () => {
  const folder = writeFolder(join(home, 'Tiny'), tiny())
  const program = trivet('convert', folder, '--type', 'Q4_0', ...ALONE)
  await program.until(/quantizing/)
  program.signal('SIGINT')
  expect(await program.exited).toBe(130)
  expect(program.stderr).toContain('Stopped. Nothing of it is listed.')
  expect(store()).toEqual([])
  expect(readdirSync(join(home, 'trivet', 'models', '.staging'))).toEqual([])
})

test('a server converts what is in the cache, by its command, and answers from it', async () => {
  const snapshot = join(home, 'hub', 'models--org--tiny', 'snapshots', 'abc')
  mkdirSync(snapshot, { recursive: true })
  mkdirSync(join(home, 'hub', 'models--org--tiny', 'refs'))
  writeFileSync(join(home, 'hub', 'models--org--tiny', 'refs', 'main'), 'abc')
  cpSync(writeFolder(join(home, 'Tiny'), tiny()), snapshot, { recursive: true })
  const server = trivet('serve', '--port', '0', '--threads', '1')
  const url = await server.listening()
  const program = trivet('convert', 'org/tiny', '--type', 'F16', '--port', new URL(url).port)
  expect(await program.exited).toBe(0)
  expect(program.stdout).toMatch(/^Made org\/tiny:F16, /)
  const answer = await fetch(`${url}/v1/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'org/tiny:F16', prompt: 'the cat', max_tokens: 3, ignore_eos: true }),
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ usage: { completion_tokens: 3 } })
})

test("a server does not read its own machine's files for its clients, unless it is told to", async () => {
  const server = trivet('serve', '--port', '0', '--threads', '1')
  const url = await server.listening()
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const folder = writeFolder(join(home, 'Tiny'), tiny())
  for (const [path, body] of [
    ['/v1/models/convert', { model: folder }],
    ['/v1/models/quantize', { model: models.random(), type: 'Q8_0' }],
  ] as const) {
    const answer = await post(path, body)
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      'source_refused',
    ])
  }
})
