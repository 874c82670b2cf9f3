import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startPrograms } from '../e2e/programs.ts'
import { answers, ask, describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

describeInBrowser('a server that goes and comes back', ({ open }) => {
  const home = mkdtempSync(join(tmpdir(), 'outage-'))
  afterAll(() => rmSync(home, { recursive: true }))
  const start = startPrograms(afterAll)
  const serve = (port: string) =>
    start(['serve', '--port', port, '--threads', '1', ...DEMO], { env: { TRIVET_HOME: home } })

  test('finds everything that was said, before and meanwhile', async () => {
    const first = serve('0')
    const url = new URL(await first.listening())
    const page = await open(url.href)
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    first.signal('SIGTERM')
    await first.exited
    await ask(page, 'Are you there?')
    await page.getByText(/^Not kept on the server/).waitFor()
    await serve(url.port).listening()
    await page.getByText(/^Not kept on the server/).waitFor({ state: 'detached' })
    await ask(page, 'What is a trivet?')
    await answers(page).nth(2).waitFor()
    await page.reload()
    await answers(page).nth(2).waitFor()
    // The heading for screen readers is the first question, too.
    const shown = await page.locator('#main p').allTextContents()
    expect(shown).toEqual(expect.arrayContaining(['Who are you?', 'Are you there?', 'What is a trivet?']))
  })
})
