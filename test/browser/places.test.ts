import { createServer, request, type Server } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endServer, listenAtLoopback } from '../fakes/loopback.ts'
import { answers, ask, describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

/** A proxy that has a server below a prefix, which it takes off. */
function proxyTo(target: string, prefix: string): Server {
  return createServer((asked, answer) => {
    if (!asked.url?.startsWith(prefix)) return void answer.writeHead(404).end()
    const { method = 'GET', headers } = asked
    const passed = request(new URL(asked.url.slice(prefix.length - 1), target), { method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
    })
    asked.pipe(passed)
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
  })
}

/** An address of this machine that others on its network would use; `null`: it has none. */
function ownAddress(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null
}

describeInBrowser('the page elsewhere', ({ open, serve }) => {
  let proxy: Server | undefined
  let origin = ''
  beforeAll(async () => {
    proxy = proxyTo(await serve(DEMO), '/ai/trivet/')
    origin = await listenAtLoopback(proxy)
  })
  afterAll(async () => {
    if (proxy) await endServer(proxy)
  })

  test('works below a prefix of a proxy', async () => {
    const page = await open(`${origin}/ai/trivet/`)
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    await page.reload()
    await answers(page).first().waitFor()
    await page.getByRole('link', { name: 'Benchmarks' }).click()
    await page.getByText('Nothing was measured yet.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/ai/trivet/')
  })

  test('talks with models of other servers', async () => {
    const here = await serve(['--upstreams', `${await serve(DEMO)}v1`, '--model-stores', 'none'])
    const page = await open(here)
    await ask(page, 'Who are you?')
    expect(await answers(page).first().textContent()).toContain('Trivet Demo')
  })

  test.skipIf(ownAddress() === null)(
    'works on the network, with a key (skipped where this machine has no address on one)',
    async () => {
      const url = await serve([...DEMO, '--host', '0.0.0.0'], { env: { TRIVET_API_KEY: 'secret' } })
      const page = await open(`http://${ownAddress()}:${new URL(url).port}/`)
      await page.getByLabel('Key', { exact: true }).fill('secret')
      await page.getByRole('button', { name: 'Continue' }).click()
      await ask(page, 'Who are you?')
      await answers(page).first().waitFor()
      await page.getByRole('button', { name: 'Copy answer' }).click()
    },
  )
})
