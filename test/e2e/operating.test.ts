import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startPrograms } from './programs.ts'

const TLS = fileURLToPath(new URL('../fixtures/tls', import.meta.url))

const start = startPrograms()

/** A folder that is there until the end of the test. */
function folder(): string {
  return start(['version']).folder
}

interface Page {
  readonly data: readonly { readonly type: string; readonly level: string }[]
}

const SERVE = ['serve', '--port', '0', '--model-stores', 'none']

describe('a running server that is told to read its settings again', () => {
  test('takes over keys and who may ask, and keeps the old ones when they are wrong', async () => {
    const file = join(folder(), 'trivet.yaml')
    const keys = join(folder(), 'keys')
    writeFileSync(keys, '# mine\none\n')
    writeFileSync(file, `key_file: ${keys}\n`)
    const server = start([...SERVE, '--config', file])
    const url = await server.listening()
    const ask = async (key: string) =>
      fetch(`${url}/v1/models`, { headers: { 'x-api-key': key, origin: 'https://a.example' } })
    expect((await ask('one')).status).toBe(200)

    writeFileSync(keys, 'two\n')
    writeFileSync(file, `key_file: ${keys}\ncors_origins: [https://a.example]\nslots: 2\n`)
    server.signal('SIGHUP')
    await server.until(/"settings":\["slots"\],"msg":"these settings take effect at the next start"/)
    await server.until(/settings read again/)
    const answer = await ask('two')
    expect([(await ask('one')).status, answer.status]).toEqual([401, 200])
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://a.example')

    writeFileSync(file, 'auth: maybe\n')
    server.signal('SIGHUP')
    await server.until(/settings not read again/)
    expect((await ask('two')).status).toBe(200)
    const { data } = (await (await fetch(`${url}/v1/events`, { headers: { 'x-api-key': 'two' } })).json()) as Page
    expect(data.map(({ type, level }) => `${type} ${level}`)).toEqual([
      'server.started info',
      'server.reloaded info',
      'server.reloaded error',
    ])

    writeFileSync(file, `key_file: ${keys}\n`)
    writeFileSync(keys, '')
    server.signal('SIGHUP')
    await server.until(/there is no key any more: the server stays closed/)
    expect([(await fetch(`${url}/v1/models`)).status, (await ask('two')).status]).toEqual([401, 401])
  })

  test('speaks HTTPS with the certificate that it finds then', async () => {
    const home = folder()
    cpSync(TLS, home, { recursive: true })
    const server = start([...SERVE, '--tls-cert', join(home, 'cert.pem'), '--tls-key', join(home, 'key.pem')])
    const url = await server.listening()
    const subject = () =>
      new Promise<string>((resolve, reject) => {
        const options = { rejectUnauthorized: false, agent: false as const }
        request(`${url}/health/live`, options, (response) => {
          resolve((response.socket as import('node:tls').TLSSocket).getPeerCertificate().subject.CN as string)
          response.resume()
        })
          .on('error', reject)
          .end()
      })
    expect(await subject()).toBe('localhost')
    cpSync(join(TLS, 'other-cert.pem'), join(home, 'cert.pem'))
    cpSync(join(TLS, 'other-key.pem'), join(home, 'key.pem'))
    server.signal('SIGHUP')
    await server.until(/settings read again/)
    expect(await subject()).toBe('other')
  })
})

describe('trivet config', () => {
  test('tells that settings are fine, or everything that is wrong with them', async () => {
    const fine = start(['config', '--check'])
    expect([await fine.exited, fine.stdout]).toEqual([0, 'The settings are fine.\n'])
    const open = start(['config', '--check', '--host', '0.0.0.0'])
    expect([await open.exited, open.stdout]).toEqual([0, expect.stringContaining('once there is a key')])
    const wrong = start(['config', '--check', '--tls-cert', 'a.pem', '--cors-origins', 'app.example'])
    expect(await wrong.exited).toBe(2)
    expect(wrong.stderr).toContain('needs both `cert` and `key`')
    expect(wrong.stderr).toContain('must be an origin such as https://app.example')
    const missing = start(['config', '--check', '--key-file', 'nowhere', '--model', 'gone.gguf'])
    expect(await missing.exited).toBe(2)
    for (const words of ['key_file: ENOENT', 'there is no file']) expect(missing.stderr).toContain(words)
  })

  test('prints the settings in effect, and the schema of their file', async () => {
    const env = { TRIVET_AUTH: 'off' }
    const shown = start(['config', '--port', '1234'], { env })
    expect(await shown.exited).toBe(0)
    expect(shown.stdout).toContain('host: 127.0.0.1\nport: 1234 # --port\n')
    expect(shown.stdout).toContain('auth: off # TRIVET_AUTH\n')
    const json = start(['config', '--json', '--port', '1234'], { env })
    expect(await json.exited).toBe(0)
    expect(JSON.parse(json.stdout)).toMatchObject({ port: 1234, auth: 'off', body_limit: 67_108_864 })
    expect(parse(shown.stdout)).toEqual(JSON.parse(json.stdout))
    const secret = start([
      'config',
      '--json',
      '--upstreams',
      'http://me:secret@gpu1/v1',
      '--redis-url',
      'redis://:secret@r',
    ])
    expect(await secret.exited).toBe(0)
    expect(secret.stdout).toContain('@gpu1/v1')
    expect(secret.stdout).not.toContain('secret')
    const schema = start(['config', '--schema'])
    expect(await schema.exited).toBe(0)
    expect(JSON.parse(schema.stdout)).toMatchObject({ type: 'object', properties: { cors_origins: { type: 'array' } } })
  })
})

test('trivet service install writes a unit that serves with the flags given', async () => {
  const program = start(['service', 'install', '--', '--port', '8421', '--model', 'my models/a.gguf'])
  expect(await program.exited).toBe(0)
  const path = join(program.folder, '.config/systemd/user/trivet.service')
  expect([existsSync(path), program.stdout]).toEqual([true, expect.stringContaining('systemctl --user daemon-reload')])
  expect(readFileSync(path, 'utf8')).toMatch(
    /^ExecStart=\S*node \S+main\.js serve --port 8421 --model "my models\/a\.gguf"$/m,
  )
})

test('a second server on the same folder says who has it', async () => {
  const first = start(SERVE)
  await first.until(/^Trivet .* listening on/m)
  const second = start(SERVE, { env: { TRIVET_HOME: join(first.folder, '.local/share/trivet') } })
  await second.until(new RegExp(`Process ${first.pid} serves from the same folder`))
})

test.each([
  [['--nosuch', '1'], "unknown option '--nosuch'"],
  [['--port', '99999'], '--port: must be at most 65535, not 99999.'],
])('trivet service install refuses %j, which no server would start with', async (flags, words) => {
  const program = start(['service', 'install', '--print', '--', ...flags])
  expect([await program.exited, program.stdout]).toEqual([2, ''])
  expect(program.stderr).toContain(words)
})

test('trivet logs shows what a server writes, and goes on with it', async () => {
  const server = start(SERVE)
  const url = await server.listening()
  const shown = start(['logs', '--url', url, '--json'])
  expect(await shown.exited).toBe(0)
  const lines = shown.stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^listening on/)]),
  )
  const following = start(['logs', '--url', url, '-f', '-n', '1', '--level', 'info'])
  await following.until(/INFO {2}answered/)
  await fetch(`${url}/health`, { headers: { 'x-request-id': 'mine-1' } })
  await following.until(/INFO {2}answered request=mine-1 method=GET path=\/health status=200/)
})
