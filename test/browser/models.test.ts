import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileServer } from '../fakes/file-server.ts'
import { huggingFace } from '../fakes/hubs.ts'
import { describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

const demo = readFileSync(fileURLToPath(new URL('../../models/demo.gguf', import.meta.url)))

describeInBrowser('the models', ({ open, serve }) => {
  let hub: FileServer
  let url = ''
  let release = () => {}
  beforeAll(async () => {
    hub = await FileServer.start()
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    hub.json('/api/models', [])
    huggingFace(hub, 'org/slow', [{ path: 'slow-Q8_0.gguf', bytes: demo, gate }])
    huggingFace(hub, 'org/unwanted', [{ path: 'unwanted-Q8_0.gguf', bytes: demo, gate: new Promise(() => {}) }])
    url = await serve(DEMO, { env: { HF_ENDPOINT: hub.origin } })
  })
  afterAll(() => hub?.close())

  const opened = async (path: string) => open(`${url}#/${path}`)

  test('are loaded with what it takes shown before, resized and unloaded', async () => {
    const page = await opened('models')
    // Alone on its server it is loaded at the start.
    await page.getByRole('button', { name: 'Reload…' }).click()
    await page.getByLabel('Context, in tokens').fill('1024')
    await page.getByText('1,024 tokens of context').waitFor()
    await page.getByText(/There is room/).waitFor()
    await page.getByRole('button', { name: 'Load', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('1 instance').waitFor()
    expect(await (await fetch(`${url}v1/models/trivet/demo`)).json()).toMatchObject({ context_length: 1024 })
    await page.getByRole('button', { name: 'One instance more of trivet/demo' }).click()
    await page.getByText('2 instances').waitFor()
    await page.getByRole('button', { name: 'One instance fewer of trivet/demo' }).click()
    await page.getByText('1 instance').waitFor()
    await page.getByRole('button', { name: 'Unload', exact: true }).click()
    await page.getByRole('button', { name: 'Load…', exact: true }).waitFor()
  })

  test('are fetched, paused and gone on with, and then here to be deleted', async () => {
    const page = await opened('models')
    await page.getByRole('searchbox', { name: 'Search models to get' }).fill('org/slow')
    await page.getByRole('button', { name: 'Get org/slow' }).click()
    await page.getByRole('button', { name: 'Pause org/slow' }).click()
    await page.getByText(/^paused/).waitFor()
    await page.getByRole('button', { name: 'Go on with org/slow' }).click()
    release()
    await page.getByRole('button', { name: 'Delete org/slow:Q8_0' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete org/slow:Q8_0' }).waitFor({ state: 'detached' })
    expect((await fetch(`${url}v1/models/org/slow:Q8_0`)).status).toBe(404)
  })

  test('that are not wanted after all are not fetched', async () => {
    const page = await opened('models')
    await page.getByRole('searchbox', { name: 'Search models to get' }).fill('org/unwanted')
    await page.getByRole('button', { name: 'Get org/unwanted' }).click()
    await page.getByRole('button', { name: 'Cancel org/unwanted' }).click()
    await page.getByRole('button', { name: 'Cancel org/unwanted' }).waitFor({ state: 'detached' })
    expect((await fetch(`${url}v1/models/org/unwanted:Q8_0`)).status).toBe(404)
  })
})

describeInBrowser('keys', ({ open, serve }) => {
  test('are made, used at once, and revoked', async () => {
    const url = await serve(DEMO)
    const page = await open(`${url}#/keys`)
    await page.getByText('everyone who reaches this server').waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('mine')
    await page.getByRole('button', { name: 'Make it' }).click()
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    expect(secret).toMatch(/^tvt-/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke mine' }).waitFor()
    expect((await fetch(`${url}v1/models`)).status).toBe(401)
    const asked = await fetch(`${url}v1/models`, { headers: { authorization: `Bearer ${secret}` } })
    expect(asked.status).toBe(200)
    await page.getByRole('button', { name: 'Revoke mine' }).click()
    await page.getByLabel('Key', { exact: true }).waitFor()
  })
})
