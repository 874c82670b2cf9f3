import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import type { ScriptSource } from '../../src/engine/drivers/scripted/script.ts'
import { childrenOf, gone } from '../engine/processes.ts'
import type { ProgramOptions } from './program.ts'
import { startPrograms } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'trivet-scripts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const start = startPrograms()

async function finish(args: string[], options: ProgramOptions = { input: '' }) {
  const program = start(args, options)
  const code = await program.exited
  return { code, stdout: program.stdout, stderr: program.stderr }
}

async function serve(args: string[]) {
  const program = start(['serve', '--port', '0', ...args])
  const url = await program.listening()
  return { program, url }
}

function script(name: string, source: ScriptSource): string {
  const path = join(folder, `${name}.script.json`)
  writeFileSync(path, JSON.stringify(source))
  return path
}

const parrot = script('parrot', {
  model: { chatTemplate: '{% for m in messages %}{{ m.content }}|{% endfor %}' },
  replies: [
    { when: 'for ever', steps: [{ text: 'On' }, { text: ' and on', waitFor: 'never' }] },
    { when: 'break', steps: [{ error: 'It broke.' }] },
    { when: 'in time', steps: [{ text: 'Just' }, { text: ' in time', waitFor: 'now' }] },
    { when: 'one|Polly', steps: [{ text: 'Again' }] },
    { steps: [{ text: 'Polly' }, { text: ' says hello' }] },
  ],
})
const broken = script('broken', { load: [{ log: 'error: it is no parrot' }, { fail: 'failed' }], replies: [] })

function chat(url: string, text: string, stream = false): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'parrot', stream, messages: [{ role: 'user', content: text }] }),
  })
}

describe('trivet', () => {
  it('shows its help: commands and exit codes', async () => {
    const started = performance.now()
    const { code, stdout } = await finish(['--help'])
    console.log(`trivet --help took ${Math.round(performance.now() - started)} ms`)
    expect(code).toBe(0)
    for (const word of ['serve', 'run', 'list', 'show', 'rm', 'devices', 'doctor', 'version', 'Exit codes:'])
      expect(stdout).toContain(word)
  })

  it('prints its version, as a command and as a flag', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(await finish(['version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    expect(await finish(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it.each([
    [['sevre'], "unknown command 'sevre'", 'Did you mean serve?'],
    [['serve', '--prot', '1'], "unknown option '--prot'", 'Did you mean --port?'],
    [['run'], "missing required argument 'model'", '--help'],
    [['run', 'x', '--seed', 'y'], "option '--seed <number>' argument 'y' is invalid", 'must be a number'],
    [['run', 'x', '--max-tokens', '0'], 'trivet: --max-tokens: must be at least 1; 0 was given.', ''],
    [['run', 'x', '--temperature', '-5', '--url', 'http://[::1]:1'], '--temperature: must be at least 0', '-5'],
    [['serve', '--port', 'x'], 'trivet: --port: must be a number, not "x".', ''],
    [['serve', '--llama-cpp-library-path', 'no-folder'], 'llama_cpp.library_path: llama.cpp was looked for in', ''],
    [['serve', 'no.gguf'], 'trivet: the model `no`: there is no file ', '/no.gguf.'],
  ])('refuses %j', async (args, ...sentences) => {
    const { code, stdout, stderr } = await finish(args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    for (const sentence of sentences) expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('    at ')
  })

  it('knows no model by that name', async () => {
    const { code, stdout, stderr } = await finish(['run', 'no.gguf'])
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toContain('trivet: `no.gguf` is neither a model nor a file. `trivet list` shows the models.')
  })

  it('says so when its settings are a folder', async () => {
    const program = start(['list', '--config', '/'], { input: '' })
    expect(await program.exited).toBe(2)
    expect(program.stderr).toBe('trivet: / is a folder, not a file of settings.\n')
  })

  it('names the variable that is wrong', async () => {
    const { code, stderr } = await finish(['list'], { env: { TRIVET_PROT: '1' } })
    expect(code).toBe(2)
    expect(stderr).toBe('trivet: TRIVET_PROT: there is no such setting. Did you mean `TRIVET_PORT`?\n')
  })
})

describe('trivet serve', () => {
  it('prints an address that answers and a line to try', async () => {
    const { program, url } = await serve([`${parrot}=parrot`])
    await program.until(/curl .*"model":"parrot"/)
    const answer = (await (await chat(url, 'hello')).json()) as { choices: { message: { content: string } }[] }
    expect(answer.choices[0]?.message.content).toBe('Polly says hello')
  })

  it('says in a sentence that the port is in use', async () => {
    const { url } = await serve([parrot])
    const { port } = new URL(url)
    const { code, stdout, stderr } = await finish(['serve', '--port', port, parrot])
    expect(code).toBe(3)
    expect(stdout).toBe('')
    expect(stderr).toBe(
      `trivet: Trivet cannot listen on 127.0.0.1:${port}: the port is in use. End the program that has it, or choose another with --port (0 takes a free one).\n`,
    )
  })

  it('serves without a model that fails to load, and says why', async () => {
    const { program, url } = await serve([`${broken}=broken`])
    await program.until(/serving without the model/)
    const { data } = (await (await fetch(`${url}/v1/models`)).json()) as { data: { state: string; reason: string }[] }
    expect(data).toEqual([
      expect.objectContaining({ state: 'failed', reason: expect.stringContaining('it is no parrot') }),
    ])
  })

  it('on a signal lets running answers finish, refuses new ones, and ends well', async () => {
    const { program, url } = await serve([`${parrot}=parrot`])
    const reader = (await chat(url, 'be in time', true)).body?.getReader()
    const first = Buffer.from((await reader?.read())?.value ?? []).toString()
    program.signal('SIGTERM')
    await program.until(/finishing what runs; the same signal again ends at once/)
    const refused = await chat(url, 'hello')
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: expect.objectContaining({ code: 'shutting_down' }) },
    ])
    writeFileSync(join(folder, 'now'), '')
    let text = first
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      text += Buffer.from(step.value).toString()
    }
    expect(text).toContain(' in time')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(await program.exited).toBe(0)
  })

  it('tells answers that are not done in time that it is shutting down', async () => {
    const { program, url } = await serve([`${parrot}=parrot`, '--drain-timeout', '0'])
    const answer = await chat(url, 'go on for ever', true)
    const reader = answer.body?.getReader()
    let text = Buffer.from((await reader?.read())?.value ?? []).toString()
    program.signal('SIGTERM')
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      text += Buffer.from(step.value).toString()
    }
    expect(text).toContain('"code":"shutting_down"')
    expect(text).not.toContain('[DONE]')
    expect(await program.exited).toBe(0)
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('on a second %s ends at once, and its engine with it', async (name, code) => {
    const { program, url } = await serve([`${parrot}=parrot`])
    await (await chat(url, 'go on for ever', true)).body?.getReader().read()
    const engines = childrenOf(program.pid)
    expect(engines).toHaveLength(1)
    program.signal(name)
    await program.until(/the same signal again ends at once/)
    program.signal(name)
    expect(await program.exited).toBe(code)
    for (const engine of engines) await gone(engine)
  })
})

describe('trivet run', () => {
  it('answers piped lines in turn, remembering; the answers alone are the output', async () => {
    const { code, stdout, stderr } = await finish(['run', parrot], { input: 'one\n"""\ntwo\n"""\n/help\n' })
    expect([code, stdout]).toEqual([0, 'Polly says hello\nAgain\n'])
    expect(stderr).toMatch(/^3 tokens .*first after \d+ ms\n2 tokens .*\n\/clear /)
  })

  it('goes on after an error and tells it by the exit code', async () => {
    const { code, stdout, stderr } = await finish(['run', parrot], { input: 'break\nhello\n' })
    expect([code, stdout]).toEqual([4, 'Polly says hello\n'])
    expect(stderr).toContain('It broke.')
  })

  it('asks nothing that stands in quotes without an end', async () => {
    const { code, stdout, stderr } = await finish(['run', parrot], { input: 'one\n"""two\nthree\n' })
    expect([code, stdout]).toEqual([2, 'Polly says hello\n'])
    expect(stderr).toContain('a closing `"""` is missing')
  })

  it('says why a model does not load', async () => {
    const { code, stdout, stderr } = await finish(['run', broken], { input: 'hello\n' })
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toContain('it is no parrot')
  })

  it('says so when a file is no model', async () => {
    const path = join(folder, 'notes.txt')
    writeFileSync(path, 'buy seeds')
    const { code, stderr } = await finish(['run', path], { input: 'hello\n' })
    expect(code).toBe(4)
    expect(stderr).toBe(`trivet: The model \`notes.txt\` can not be loaded: ${path} is no model that Trivet knows.\n`)
  })

  it('Ctrl-C stops the answer, not the program', async () => {
    const program = start(['run', parrot])
    program.type('go on for ever\n')
    await program.until(/On/)
    program.signal('SIGINT')
    await program.until(/interrupted/)
    program.type('/clear\nhello\n/exit\n')
    expect(await program.exited).toBe(0)
    expect(program.stdout).toBe('On\nPolly says hello\n')
  })

  it('asks a running server with --url', async () => {
    const { url } = await serve([`${parrot}=parrot`])
    const piped = { input: 'one\nbreak\ntwo\n' }
    const { code, stdout, stderr } = await finish(['run', 'parrot', '--url', `${url}/v1`], piped)
    expect([code, stdout]).toEqual([3, 'Polly says hello\nAgain\n'])
    expect(stderr).toContain('It broke.')
    const unknown = await finish(['run', 'nobody', '--url', url], { input: 'hello\n' })
    expect([unknown.code, unknown.stdout]).toEqual([3, ''])
    expect(unknown.stderr).toContain(`The server at ${url} answered 404: The model \`nobody\` does not exist here.`)
  })
})

describe('trivet list and devices', () => {
  it('lists what a server has, or alone what is configured and kept', async () => {
    const { url } = await serve([`${parrot}=parrot`, `${broken}=broken`])
    await (await chat(url, 'hello')).text()
    const listed = await finish(['list', '--json', '--port', new URL(url).port])
    expect(JSON.parse(listed.stdout)).toEqual([
      expect.objectContaining({ id: 'parrot', state: 'ready', reason: null, source: 'config', path: null }),
      expect.objectContaining({ id: 'broken', state: 'stopped', reason: null, source: 'config', path: null }),
    ])
    const env = { TRIVET_MODELS: `${parrot}=parrot,${broken}=elsewhere` }
    const alone = await finish(['list', '--host', '127.0.0.1', '--port', '1'], { env })
    expect(alone.stdout).toMatch(
      /^MODEL +SIZE +QUANTIZATION +SOURCE +STATE\nparrot +\d+ B +config +stopped\nelsewhere +\d+ B +config +stopped\n$/,
    )
    expect(alone.stderr).toBe('No server answers, so nothing is loaded.\n')
  })

  it('shows engines and devices', async () => {
    const { code, stdout } = await finish(['devices', '--json'])
    expect(code).toBe(0)
    const { available, engines, memory, cpu } = JSON.parse(stdout)
    expect(engines).toContainEqual(expect.objectContaining({ platform: 'llama_cpp', available: true, reason: '' }))
    expect(available).toContain('CPU')
    expect(memory.total_bytes).toBeGreaterThanOrEqual(memory.available_bytes)
    expect(cpu).toMatchObject({ architecture: process.arch, cores: expect.any(Number) })
    expect((await finish(['devices'])).stdout).toMatch(/^ENGINE +VERSION +KIND +DEVICE +MEMORY\nllama_cpp .* cpu /m)
  })
})

describe('trivet doctor', () => {
  const states = (stdout: string) =>
    Object.fromEntries(
      (JSON.parse(stdout).checks as { name: string; state: string }[]).map(({ name, state }) => [name, state]),
    )

  it('says what it finds, about a server that runs as well', async () => {
    const { url } = await serve([`${parrot}=parrot`])
    const port = new URL(url).port
    const { code, stdout } = await finish(['doctor', '--json', '--port', port], { env: { TRIVET_MODELS: parrot } })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).ok).toBe(true)
    expect(states(stdout)).toMatchObject({ server: 'ok', 'engine llama_cpp': 'ok', store: 'ok', models: 'ok' })
    expect((await finish(['doctor', '--port', port])).stdout).toContain(` answers at ${url}.\n`)
  })

  it('keeps what it finds, and what a running server knows, in an archive', async () => {
    const { url } = await serve([`${parrot}=parrot`])
    const file = join(folder, 'found.zip')
    const args = ['doctor', '--port', new URL(url).port, '--zip', file]
    const { code, stdout } = await finish(args, { env: { HOME: folder } })
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Wrote ${file}.`)])
    const archive = unzipSync(readFileSync(file))
    expect(Object.keys(archive)).toEqual(
      expect.arrayContaining(['README.txt', 'checks.json', 'settings.json', 'server/status.json', 'server/log.jsonl']),
    )
    const all = Object.values(archive).map((bytes) => strFromU8(bytes))
    expect(all.join('')).not.toContain(folder)
    expect(strFromU8(archive['server/log.jsonl'] ?? new Uint8Array())).toContain('"message":"ready","requestId":null')
    const again = await finish(args)
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('there is such a file; name another')])
  })

  it('fails when a server could not listen, or a folder of models is not there', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const args = ['doctor', '--json', '--port', `${port}`, '--model-folders', join(folder, 'nothing')]
    const { code, stdout } = await finish(args)
    other.close()
    expect(code).toBe(1)
    const { ok, checks } = JSON.parse(stdout)
    expect(ok).toBe(false)
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'server',
        state: 'fail',
        fix: expect.stringMatching(/^the port is in use\. End/),
      }),
    )
    expect(checks).toContainEqual(
      expect.objectContaining({ name: 'models', state: 'fail', message: expect.stringContaining('nothing is named') }),
    )
  })
})
