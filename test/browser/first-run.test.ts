import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIBRARY } from '../../src/models/library/library.ts'
import { FileServer } from '../fakes/file-server.ts'
import { huggingFace } from '../fakes/hubs.ts'
import { answers, ask, describeInBrowser } from './browsing.ts'

const demo = readFileSync(fileURLToPath(new URL('../../models/demo.gguf', import.meta.url)))

describeInBrowser('where no model is', ({ open, serve }) => {
  let hub: FileServer
  let url = ''
  beforeAll(async () => {
    hub = await FileServer.start()
    for (const { source, precision } of LIBRARY) {
      huggingFace(hub, source, [{ path: `demo-${precision}.gguf`, bytes: demo }])
    }
    url = await serve(['--model-stores', 'none'], { env: { HF_ENDPOINT: hub.origin } })
  })
  afterAll(() => hub?.close())

  test('one click gets a model, and then it answers', async () => {
    const page = await open(url)
    await page.getByText('Get a model to begin').waitFor()
    await page.getByRole('button', { name: /^Get / }).first().click()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    expect(await answers(page).first().textContent()).toContain('Trivet Demo')
  })
})
