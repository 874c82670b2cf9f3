import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratch } from '../fakes/scratch.ts'
import { models } from '../fixtures/models.ts'
import { startPrograms } from './programs.ts'

interface Model {
  readonly id: string
  readonly state: string
  readonly reason: string | null
  readonly running: number
  readonly waiting: number
  readonly instance_count: number
  readonly settings: {
    readonly keep_alive: number
    readonly slots: number
    readonly threads: number
    readonly context: number
  }
  readonly groups: readonly { readonly context: number; readonly instance_count: number }[]
  readonly memory: { readonly total_bytes: number } | null
}

interface Answer {
  readonly status: number
  readonly body: ReturnType<typeof JSON.parse>
}

const start = startPrograms(afterAll)

/** A server of these models, each on one thread, and the means to talk to it. */
async function serve(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const given = Object.entries(files).flatMap(([id, path]) => ['--model', `${path}=${id}`])
  const args = ['serve', '--port', '0', '--threads', '1', ...flags, ...given]
  const program = start(args)
  const url = await program.listening()

  async function post(path: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  const model = async (id: string) => (await (await fetch(`${url}/v1/models/${id}`)).json()) as Model
  const state = async (id: string) => (await model(id)).state
  const complete = (id: string, tokens: number, fields: object = {}) =>
    post('/v1/completions', { model: id, prompt: 'a', max_tokens: tokens, ignore_eos: true, ...fields })
  return { program, url, post, model, state, complete, children: () => childrenOf(program.pid) }
}

/** Processes whose parent this one is: the engines. */
function childrenOf(pid: number): readonly number[] {
  const parent = (child: string) => {
    try {
      return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1])
    } catch {
      return 0
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parent(name) === pid)
    .map(Number)
}

const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 100_000, interval: 20 })

describe('several models within a budget for one', () => {
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    const files = {
      first: models.scripted({ script: 'One', endless: true }),
      second: models.scripted({ script: 'Two', endless: true }),
    }
    server = await serve(files, '--memory-budget', String(150 * 2 ** 20))
  })

  test('each is loaded when it is asked for, and the idle one goes', async () => {
    expect((await server.complete('first', 1)).status).toBe(200)
    expect(await server.state('first')).toBe('ready')
    const plan = await server.post('/v1/models/load', { model: 'second', dry_run: true })
    expect(plan.body).toMatchObject({ fits: true, evicts: ['first'] })
    expect((await server.complete('second', 1)).status).toBe(200)
    expect([await server.state('first'), await server.state('second')]).toEqual(['stopped', 'ready'])
    expect(server.children()).toHaveLength(1)
  })

  test('a busy one is waited for, and answers what it was asked', async () => {
    const long = server.complete('second', 1500)
    await eventually(async () => (await server.model('second')).running).toBe(1)
    const other = await server.complete('first', 1)
    expect(other.status).toBe(200)
    expect((await long).body.usage.completion_tokens).toBe(1500)
  })

  test('what could never fit is refused by name, and nothing is unloaded for it', async () => {
    await server.complete('first', 1)
    const plan = await server.post('/v1/models/load', { model: 'second', instance_count: 2, dry_run: true })
    expect(plan.body).toMatchObject({ fits: false, evicts: [] })
    const refused = await server.post('/v1/models/load', { model: 'second', nctx: 1_000_000, slots: 8 })
    expect(refused.status).toBe(503)
    expect(refused.body.error).toMatchObject({ code: 'out_of_memory' })
    expect(await server.state('first')).toBe('ready')
  })

  test('partial success is told truly', async () => {
    const report = await server.post('/v1/models/load', { model: 'first', instance_count: 2 })
    expect(report.body).toMatchObject({
      success: true,
      message: "model 'first' partially loaded",
      requested_instance_count: 2,
      actual_instance_count: 1,
      failures: [expect.stringContaining('of memory')],
    })
  })
})

describe('one model', () => {
  const loose = scratch()
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    server = await serve({
      first: models.scripted({ script: 'One', endless: true }),
      spare: models.scripted({ script: 'Spare', endless: true }),
    })
  })

  test('is loaded once for ten who ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.complete('first', 2)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(server.children()).toHaveLength(1)
  })

  test('grows and shrinks under load, and no request is dropped', async () => {
    const asked = Array.from({ length: 24 }, () => server.complete('first', 60))
    const grown = await server.post('/v1/models/resize', { model_id: 'first', instance_count: 2 })
    expect(grown.body).toMatchObject({ requested_instance_count: 2, actual_instance_count: 2 })
    expect(server.children()).toHaveLength(2)
    const more = Array.from({ length: 24 }, () => server.complete('first', 60))
    const shrunk = await server.post('/v1/models/resize', { model_id: 'first', instance_count: 1 })
    expect(shrunk.body).toMatchObject({ requested_instance_count: 1, actual_instance_count: 1 })
    const answers = await Promise.all([...asked, ...more])
    expect(answers.map(({ status }) => status)).toEqual(Array(48).fill(200))
    expect(answers.every(({ body }) => body.usage.completion_tokens === 60)).toBe(true)
    expect(server.children()).toHaveLength(1)
  })

  test('is unloaded once those who are there have their answers', async () => {
    const asked = Array.from({ length: 8 }, () => server.complete('first', 100))
    await eventually(async () => (await server.model('first')).running).toBeGreaterThan(0)
    const unloaded = await server.post('/v1/models/unload', { model: 'first' })
    expect(unloaded.body).toMatchObject({ success: true, status: 'unloaded' })
    const answers = await Promise.all(asked)
    expect(answers.map(({ body }) => body.usage.completion_tokens)).toEqual(Array(8).fill(100))
    expect(await server.state('first')).toBe('stopped')
    expect(server.children()).toEqual([])
    const again = await server.post('/v1/models/unload', { model: 'first' })
    expect([again.status, again.body.error.code]).toEqual([409, 'model_not_loaded'])
  })

  test('goes after the answer when nothing is to keep it alive', async () => {
    expect((await server.complete('spare', 1, { keep_alive: 0 })).status).toBe(200)
    await eventually(() => server.state('spare')).toBe('stopped')
    expect((await server.complete('spare', 1, { keep_alive: -1 })).status).toBe(200)
    expect((await server.model('spare')).settings.keep_alive).toBe(-1)
    await server.post('/api/generate', { model: 'spare', keep_alive: 0 })
    expect(await server.state('spare')).toBe('stopped')
  })

  test('gives every place back when clients leave, while it loads, in line or being answered', async () => {
    const gone = new AbortController()
    const headers = { 'content-type': 'application/json' }
    const ask = (signal: AbortSignal) => {
      const body = JSON.stringify({ model: 'spare', prompt: 'a', max_tokens: 4000, ignore_eos: true })
      return fetch(`${server.url}/v1/completions`, { method: 'POST', headers, body, signal }).catch(() => null)
    }
    const loading = new AbortController()
    const early = ask(loading.signal)
    await eventually(() => server.state('spare')).toBe('starting')
    loading.abort()
    await early
    const many = Array.from({ length: 8 }, () => ask(gone.signal))
    await eventually(async () => (await server.model('spare')).waiting).toBeGreaterThan(0)
    gone.abort()
    await Promise.all(many)
    await eventually(async () => {
      const { running, waiting } = await server.model('spare')
      return [running, waiting]
    }).toEqual([0, 0])
    expect((await server.complete('spare', 1)).status).toBe(200)
    await server.post('/v1/models/unload', { model: 'spare' })
  })

  test('gives every place back when its engine is killed', async () => {
    await server.complete('first', 1)
    const { slots } = (await server.model('first')).settings
    // Held still, so that none is done before it is seen.
    for (const child of server.children()) process.kill(child, 'SIGSTOP')
    const running = Array.from({ length: slots + 2 }, () => server.complete('first', 20))
    await eventually(async () => (await server.model('first')).waiting).toBe(2)
    for (const child of server.children()) process.kill(child, 'SIGKILL')
    const ends = await Promise.all(running)
    expect(ends.filter(({ status }) => status === 500).length).toBeGreaterThanOrEqual(slots)
    await eventually(async () => {
      const { running, waiting } = await server.model('first')
      return [running, waiting]
    }).toEqual([0, 0])
    expect((await server.complete('first', 1)).status).toBe(200)
  })

  test('set up anew goes on answering until it is ready, with the settings asked for', async () => {
    const before = server.complete('first', 200)
    const loaded = await server.post('/v1/models/load', {
      model: 'first',
      nctx: 2048,
      slots: 2,
      request_queue_size: 7,
      default_params: { max_tokens: 3 },
    })
    expect(loaded.body.model.settings).toMatchObject({ context: 2048, slots: 2, request_queue_size: 7 })
    expect((await before).body.usage.completion_tokens).toBe(200)
    const answer = await server.post('/v1/completions', { model: 'first', prompt: 'a', ignore_eos: true })
    expect(answer.body.usage.completion_tokens).toBe(3)
    await eventually(async () => server.children().length).toBe(1)
  })

  test('has an instance made for a request that needs a larger context, and used again', async () => {
    const wide = await server.complete('first', 1, { nctx: 3000 })
    expect(wide.status).toBe(200)
    expect(server.children()).toHaveLength(2)
    await server.complete('first', 1, { nctx: 2900 })
    await server.complete('first', 1, { nctx: 100, compute: 'cpu', ngl: 0 })
    expect(server.children()).toHaveLength(2)
    const { groups } = await server.model('first')
    expect(groups.map(({ context, instance_count }) => [context >= 2900, instance_count])).toEqual([
      [false, 1],
      [true, 1],
    ])
    const refused = await server.complete('first', 1, { compute: 'gpu' })
    expect([refused.status, refused.body.error.param]).toEqual([400, 'compute'])
  })

  test('is loaded with no file that the client may not name, and nobody learns what is in it', async () => {
    for (const [field, value] of [
      ['draft_model', '/etc/passwd'],
      ['draft_model', '/no/such/file'],
      ['lora', '/etc/passwd'],
    ] as const) {
      const { status, body } = await server.post('/v1/models/load', { model: 'first', [field]: value })
      expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_value', field])
      expect(body.error.message).not.toContain('root')
    }
    const { status, body } = await server.post('/v1/models/load', { model_id: 'x', model_path: '/etc/passwd' })
    expect([status, body.error.code]).toEqual([400, 'model_unusable'])
    expect(body.error.message).toBe('The model `x` can not be loaded: /etc/passwd is no model that Trivet knows.')
  })

  test.each([
    ['below a file', `${import.meta.filename}/x`],
    ['a name too long', `/${'x'.repeat(300)}`],
    ['a name with a NUL', '/a\0b'],
    ['no memory of this process', '/proc/self/mem'],
  ])('a path that nothing can be seen at (%s) is refused, and everything else goes on', async (_, model_path) => {
    for (const dry_run of [true, false]) {
      const load = { model_id: 'unseen', model_path, dry_run }
      const { status, body } = await server.post('/v1/models/load', load)
      expect([status, body.error.code]).toEqual([400, 'model_unusable'])
    }
    const list = await fetch(`${server.url}/v1/models`)
    const { data } = (await list.json()) as { data: readonly { id: string }[] }
    expect([list.status, data.map(({ id }) => id).includes('unseen')]).toEqual([200, false])
  })

  test('may come from a path, known by an id until it is unloaded', async () => {
    const path = models.scripted({ script: 'Guest', endless: true })
    const job = await server.post('/v1/models/load', { model_id: 'guest', model_path: path, wait: false })
    expect([job.status, job.body.kind]).toEqual([202, 'load'])
    await eventually(() => server.state('guest')).toBe('ready')
    const other = await server.post('/v1/models/load', { model_id: 'guest', model_path: '/other.gguf' })
    expect([other.status, other.body.error.code]).toEqual([409, 'model_conflict'])
    expect((await server.model('guest')).settings.threads).toBe(1)
    await server.post('/v1/models/unload', { model_id: 'guest' })
    expect((await server.complete('guest', 1)).status).toBe(404)
  })

  test.each(['/llamapi/v1/models', '/v1/models'])('may come by its folder, at %s', async (routes) => {
    const folder = join(loose, routes.replaceAll('/', '-'))
    mkdirSync(folder)
    copyFileSync(models.scripted({ script: 'Guest', endless: true }), join(folder, 'only.gguf'))
    writeFileSync(join(folder, 'model.toml'), 'platform = "llama_cpp"\nmax_context_len = 300\n')
    const load = () => server.post(`${routes}/load`, { model_id: 'guest', model_path: folder })
    expect((await load()).status).toBe(200)
    expect((await server.model('guest')).settings.context).toBe(300)
    expect((await server.complete('guest', 1)).status).toBe(200)
    await server.post(`${routes}/unload`, { model_id: 'guest' })

    copyFileSync(join(folder, 'only.gguf'), join(folder, 'other.gguf'))
    const { status, body } = await load()
    const code = routes.startsWith('/llamapi') ? 'platform_detection_failed' : 'model_unusable'
    expect([status, body.error.code]).toEqual([400, code])
    expect(body.error.message).toContain('holds 2 models (only.gguf, other.gguf); name the file of one.')
  })

  test('may be named by its folder at the start', async () => {
    const folder = join(loose, 'settled')
    mkdirSync(folder)
    copyFileSync(models.scripted({ script: 'Settled', endless: true }), join(folder, 'only.gguf'))
    const settled = await serve({ settled: folder })
    expect((await settled.complete('settled', 1)).status).toBe(200)
  })
})

describe('the command line against a running server', () => {
  const folder = scratch()
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    server = await serve({ first: models.scripted({ script: 'One', endless: true }), other: models.scripted() })
  })

  async function trivet(...args: readonly string[]) {
    const program = start([...args, '--url', server.url])
    const status = await program.exited
    return { status, out: program.stdout.trim(), err: program.stderr }
  }

  test('loads, shows, resizes and unloads', async () => {
    expect((await trivet('ps')).out).toBe('Nothing is loaded.')
    const planned = await trivet('load', 'first', '--dry-run', '--context', '512', '--tensor-split', '3,1')
    expect(planned.out).toMatch(/^first: 1 × 4 slots of 512 tokens\nCPU: .*\nIt fits: .* needed, .* free\.$/)
    expect((await trivet('load', 'first', '--instances', '2', '--context', '512')).out).toBe(
      'Loaded first, 2 of 2 instances.',
    )
    expect((await trivet('ps')).out).toMatch(/^MODEL .*\nfirst +ready +2\/2 +512 +[\d.]+ MiB +0 +0 +for good$/)
    const resized = JSON.parse((await trivet('resize', 'first', '1', '--json')).out)
    expect(resized).toMatchObject({ message: "model 'first' resized", actual_instance_count: 1 })
    const listed = JSON.parse((await trivet('ps', '--json')).out)
    expect(listed).toMatchObject([{ id: 'first', state: 'ready', settings: { context: 512 } }])
    expect((await trivet('unload', 'first')).out).toBe('Unloaded first.')
    expect((await trivet('ps')).out).toBe('Nothing is loaded.')
  })

  test("loads a model under an id of one's own, as LlamaPi's command does", async () => {
    copyFileSync(models.scripted({ script: 'Mine' }), join(folder, 'mine.gguf'))
    const theirs = ['--id', 'mine:1b@x-y', '--instance', '2', '--model-folders', folder]
    expect((await trivet('load', 'mine', ...theirs)).out).toBe('Loaded mine:1b@x-y, 2 of 2 instances.')
    expect((await server.complete('mine:1b@x-y', 1)).status).toBe(200)
    expect((await trivet('unload', 'mine:1b@x-y')).out).toBe('Unloaded mine:1b@x-y.')
    expect((await trivet('load', 'nobody', ...theirs)).err).toContain('`nobody` does not exist')
    expect((await trivet('load', 'mine', '--instance', 'x')).status).toBe(2)
  })

  test('says what is wrong, by its exit status too', async () => {
    const unknown = await trivet('load', 'nobody')
    expect([unknown.status, unknown.err]).toEqual([4, expect.stringContaining('The model `nobody` does not exist')])
    const told = await trivet('load', 'nobody', '--json')
    expect([told.status, told.out]).toEqual([4, ''])
    expect(JSON.parse(told.err)).toEqual({
      error: { code: 'model_not_found', message: expect.stringContaining('`nobody` does not exist'), param: 'model' },
    })
    const file = await trivet('load', '/models/demo.gguf')
    expect([file.status, file.err]).toEqual([
      4,
      expect.stringContaining('A file is given beside an id: `trivet load demo --path /models/demo.gguf`.'),
    ])
    const resting = await trivet('unload', 'other')
    expect([resting.status, resting.err]).toEqual([4, expect.stringContaining('is not loaded')])
    expect((await trivet('resize', 'other', '0')).status).toBe(2)
  })

  test('takes it for done when what it is to unload is not loaded', async () => {
    const config = join(folder, 'disabled.yaml')
    writeFileSync(config, '')
    const { status, out } = await trivet('disable', 'other', '--now', '--config', config)
    expect([status, out]).toEqual([0, 'other was not enabled.\nThe model `other` is not loaded.'])
  })

  test('needs a server', async () => {
    const program = start(['ps', '--url', 'http://127.0.0.1:9'])
    expect(await program.exited).toBe(3)
    expect(program.stderr).toContain('does not answer')
  })
})
