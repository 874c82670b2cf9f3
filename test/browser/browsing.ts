import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { ProgramOptions } from '../e2e/program.ts'
import { startPrograms } from '../e2e/programs.ts'
import { installed } from '../fakes/installed.ts'

const BUILT = fileURLToPath(new URL('../../dist/ui/index.html', import.meta.url))

/** What the tests of a page have. */
export interface Browsing {
  /** A page of its own, with nothing remembered, that fails the test by whatever it throws or its policy refuses. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>
  /** The built server at a free port; its address ends with a slash. */
  serve(flags: readonly string[], options?: ProgramOptions): Promise<string>
}

/** Tests in Debian's Chromium, against the built server and the built page. Skipped, saying so, where there is none. */
export function describeInBrowser(name: string, suite: (browsing: Browsing) => void): void {
  const path = installed('chromium', 'chromium-browser')
  if (path === null) {
    describe.skip(`${name} (skipped: no chromium in the PATH)`, () => suite({ open: never, serve: never }))
    return
  }
  describe(name, () => {
    let browser: Browser
    const start = startPrograms(afterAll)
    const complaints: string[] = []
    beforeAll(async () => {
      if (!existsSync(BUILT)) throw new Error('The page is not built: `npm run build:ui` does it.')
      browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
    })
    afterAll(async () => {
      await browser?.close()
      expect(complaints).toEqual([])
    })
    suite({
      async open(url, options = {}) {
        const page = await (await browser.newContext(options)).newPage()
        page.setDefaultTimeout(60_000)
        page.on('pageerror', (error) => complaints.push(String(error)))
        page.on('console', (message) => {
          if (/Content Security Policy|Minified React error/.test(message.text())) complaints.push(message.text())
        })
        await page.goto(url)
        return page
      },
      async serve(flags, options) {
        return `${await start(['serve', '--port', '0', '--threads', '1', ...flags], options).listening()}/`
      },
    })
  })
}

/** A question, sent with the keyboard. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.locator('button[aria-label^="Model: "]').waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill(question)
  await page.keyboard.press('Enter')
}

/** The answers that are whole, as text. */
export function answers(page: Page) {
  return page.locator('article[aria-label=Answer]:not([aria-busy])')
}

function never(): never {
  throw new Error('a skipped suite opens nothing')
}
