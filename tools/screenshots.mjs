// Pictures of every page of a server that runs, light and dark, for docs/images: `node tools/screenshots.mjs
// http://127.0.0.1:8420/ docs/images`. The conversation and the benchmark in them are made first. CHROMIUM is
// the browser's path.
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'

const [base = 'http://127.0.0.1:8420/', folder = 'docs/images'] = process.argv.slice(2)
const SIZE = { width: 1280, height: 800 }
const PAGES = ['models', 'devices', 'activity', 'activity/log', 'benchmarks', 'keys', 'connect']

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
await measure()
for (const colorScheme of ['light', 'dark']) {
  const page = await (await browser.newContext({ viewport: SIZE, colorScheme })).newPage()
  await page.goto(base)
  await page.getByRole('textbox', { name: 'Message' }).fill('What is a trivet?')
  await page.locator('button[aria-label^="Model: "]').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('article[aria-label=Answer]:not([aria-busy])').waitFor()
  await take(page, `chat-${colorScheme}`)
  for (const name of PAGES) {
    await page.goto(`${base}#/${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // What is asked for once or every two seconds; streams never end.
    await page.waitForTimeout(5000)
    if (name === 'benchmarks') await page.locator('canvas').first().waitFor()
    await take(page, `${name.replace('/', '-')}-${colorScheme}`)
  }
}
await browser.close()

async function measure() {
  const { data } = await (await fetch(`${base}v1/models`)).json()
  const body = JSON.stringify({ model: data[0].id, concurrency: [1, 2, 4], max_tokens: 32, runs: 2 })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${base}v1/benchmarks/run`, { method: 'POST', headers, body })
}

async function take(page, name) {
  const png = await page.screenshot()
  await sharp(png)
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`))
}
