import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { models } from '../fixtures/models.ts'
import { answers, describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

const picture = async () => ({
  name: 'red.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
    .png()
    .toBuffer(),
})

describeInBrowser('what is attached', ({ open, serve }) => {
  const folder = mkdtempSync(join(tmpdir(), 'attachments-'))
  let url = ''
  beforeAll(async () => {
    copyFileSync(models.seeing(), join(folder, 'seeing.gguf'))
    copyFileSync(models.visionProjector(), join(folder, 'mmproj-seeing.gguf'))
    url = await serve([...DEMO, '--model', `${join(folder, 'seeing.gguf')}=seeing`])
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('an image is shown, sent, read by a model that sees, and there after a reload', async () => {
    const page = await open(url)
    await page.getByRole('button', { name: /^Model: / }).click()
    await page.getByRole('menuitemradio', { name: /seeing/ }).click()
    await page.locator('input[type=file]').setInputFiles(await picture())
    await page.getByRole('list', { name: 'Attachments' }).locator('img').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('What is it?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop' }).click()
    await answers(page).first().waitFor()
    await page.reload()
    await page.locator('#main img').first().waitFor()
    expect(await page.locator('#main img').first().getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  })

  test('a model that reads text only says so', async () => {
    const page = await open(url)
    await page.getByRole('button', { name: /^Model: / }).click()
    await page.getByRole('menuitemradio', { name: /trivet\/demo/ }).click()
    await page.locator('input[type=file]').setInputFiles(await picture())
    await page.getByRole('textbox', { name: 'Message' }).fill('What is it?')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(/image/).first().waitFor()
  })

  test('a broken image is refused by its name', async () => {
    const page = await open(url)
    const file = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\n and no more') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('broken.png is no image that can be read.').waitFor()
  })

  test('a file that is neither an image nor a sound is refused by its name', async () => {
    const page = await open(url)
    const file = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('notes.pdf is neither an image nor a sound').waitFor()
  })
})
