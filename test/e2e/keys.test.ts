import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { models } from '../fixtures/models.ts'
import type { Program } from './program.ts'
import { startPrograms } from './programs.ts'

const start = startPrograms()

/** What a command says, once it has ended well. */
async function run(args: readonly string[], home: string, env: Record<string, string> = {}): Promise<Program> {
  const program = start(args, { env: { TRIVET_HOME: home, ...env } })
  expect([await program.exited, program.stderr.includes('trivet:')]).toEqual([0, false])
  return program
}

const SERVE = ['serve', '--port', '0', '--model-stores', 'none', '--log-level', 'silent']

/** A server of no models, and what it answers to whoever sends this key. */
async function serve(home: string, env: Record<string, string> = {}) {
  const server = start(SERVE, { env: { TRIVET_HOME: home, ...env } })
  const url = await server.listening()
  const status = async (key: string | null) =>
    (await fetch(`${url}/v1/models`, { headers: key === null ? {} : { authorization: `Bearer ${key}` } })).status
  return { server, url, status }
}

describe('trivet keys', () => {
  test('a running server heeds at once what is made, rotated and revoked', async () => {
    const home = join(start(['version']).folder, 'home')
    const { server, url, status } = await serve(home)
    expect(await status(null)).toBe(200)
    const made = (await run(['keys', 'create', 'laptop', '--expires', '30d'], home)).stdout.trim()
    expect(made).toMatch(/^tvt-[\w-]{43}$/)
    expect([await status(null), await status(made)]).toEqual([401, 200])
    const rotated = JSON.parse((await run(['keys', 'rotate', 'laptop', '--json'], home)).stdout).secret
    expect([await status(made), await status(rotated)]).toEqual([401, 200])
    const listed = await run(['list', '--url', url], home, { TRIVET_API_KEY: rotated })
    expect(listed.stderr).toBe('')
    await run(['keys', 'revoke', 'laptop'], home)
    expect([await status(rotated), await status(null)]).toEqual([401, 401])
    const list = JSON.parse((await run(['keys', 'list', '--json'], home)).stdout)
    expect(list).toMatchObject([{ name: 'laptop', state: 'revoked', scopes: ['inference'] }])
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
    for (const file of ['trivet.db', 'trivet.db-wal']) {
      const kept = safely(() => readFileSync(join(home, file)))
      expect([kept.includes(made), kept.includes(rotated)]).toEqual([false, false])
    }
  })

  test('keys of the environment and of a file are taken, too', async () => {
    const { status } = await serve('nowhere-yet', { TRIVET_API_KEY: 'one, two', OV_LLM_API_KEY: 'three' })
    expect(await Promise.all([null, 'one', 'two', 'three', 'one, two'].map(status))).toEqual([401, 200, 200, 200, 401])
  })

  test.each([
    ['a name that there is', ['create', 'a'], 'already an API key called `a`'],
    ['no such key', ['revoke', 'b'], 'no API key `b`'],
    ['no number', ['create', 'c', '--max-tokens', 'many'], '--max-tokens must be a whole number'],
    ['no time', ['create', 'c', '--expires', 'soon'], '--expires: "soon" is no time'],
  ])('%s is told, and the exit code is 2', async (_, args, words) => {
    const home = join(start(['version']).folder, 'home')
    await run(['keys', 'create', 'a'], home)
    const program = start(['keys', ...args], { env: { TRIVET_HOME: home } })
    expect([await program.exited, program.stderr]).toEqual([2, expect.stringContaining(words)])
  })

  test('others are not let in without a key, unless that is said', async () => {
    const refused = start([...SERVE, '--host', '0.0.0.0', '--model', models.scripted()])
    expect([await refused.exited, refused.stderr]).toEqual([2, expect.stringContaining('there is no key')])
    // Nor is anything loaded before that is known.
    expect(refused.stderr).not.toContain('"msg":"loading"')
    const { status } = await serveAnyone()
    expect(await status(null)).toBe(200)
  })
})

async function serveAnyone() {
  const server = start([...SERVE, '--host', '0.0.0.0', '--auth', 'off'])
  const url = await server.listening()
  return { status: async (_: null) => (await fetch(`${url}/v1/models`)).status }
}

/** What is not there holds nothing. */
function safely(read: () => Buffer): Buffer {
  try {
    return read()
  } catch {
    return Buffer.alloc(0)
  }
}
