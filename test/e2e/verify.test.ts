import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { models } from '../fixtures/models.ts'
import { Program } from './program.ts'

const SCRIPT = 'It was a bright cold day in April.'

describe('trivet verify', () => {
  let server: Program
  let url = ''
  beforeAll(async () => {
    const model = `${models.scripted({ script: SCRIPT })}=org/m:Q4_0`
    server = new Program(['serve', '--port', '0', '--threads', '1', '--model', model])
    url = await server.listening()
  })
  afterAll(() => server.dispose())

  async function run(...args: readonly string[]) {
    const program = new Program(['verify', '--contract', 'geniex', '--profile', 'core', ...args])
    const code = await program.exited
    await program.dispose()
    return { code, stdout: program.stdout, stderr: program.stderr }
  }

  test('reports as JSON what a server keeps of a contract, and nothing of what it said', async () => {
    const { code, stdout } = await run('--url', `${url}/geniex/v1/`, '--json')
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ contract: 'geniex', url: `${url}/geniex`, profile: 'core', model: 'org/m:Q4_0' })
    expect([code, report.totals.failed, report.totals.passed > 10]).toEqual([0, 0, true])
    expect(stdout).not.toContain('bright cold day')
  })

  test('ends with 5 when something is broken, and says what as Markdown', async () => {
    const { code, stdout } = await run('--url', `${url}/llamapi`, '--model', 'org/m:Q4_0', '--markdown')
    expect(code).toBe(5)
    expect(stdout).toMatch(/^# geniex at http.*\/llamapi$/m)
    expect(stdout).toMatch(/^## failed$/m)
    expect(stdout).toContain('\n* /v1/ says as text that the server runs: status 404, not 200\n')
  })

  test.each([['--model'], ['--embedding-model']])(
    'says once that there is no model of the name in %s',
    async (flag) => {
      const { code, stdout, stderr } = await run('--url', `${url}/geniex`, flag, 'nope')
      expect([code, stdout, stderr]).toEqual([
        4,
        '',
        expect.stringMatching(/^trivet: The model `nope` does not exist.*\n$/),
      ])
    },
  )

  test('refuses an address with a password, and prints none of it', async () => {
    const { code, stdout, stderr } = await run('--url', url.replace('//', '//me:hidden@'))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^trivet: The address in --url must have no user and no password/)
    expect(stderr).not.toContain('hidden')
  })

  test('ends with 3 when no server answers', async () => {
    const { code, stderr } = await run('--url', 'http://127.0.0.1:1')
    expect([code, stderr]).toEqual([3, expect.stringContaining('does not answer')])
  })
})
