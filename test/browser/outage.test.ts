import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Program } from '../e2e/program.ts'
import { answers, ask, describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

describeInBrowser('a server that goes and comes back', ({ open }) => {
  const home = mkdtempSync(join(tmpdir(), 'outage-'))
  const programs: Program[] = []
  async function serving(port: string): Promise<URL> {
    const flags = ['serve', '--port', port, '--threads', '1', ...DEMO]
    const program = new Program(flags, { env: { TRIVET_HOME: home } })
    programs.push(program)
    return new URL((await program.until(/^Trivet .* listening on (http:\S+)/m))[1] ?? '')
  }
  afterAll(async () => {
    for (const program of programs) await program.dispose()
    rmSync(home, { recursive: true })
  })

  test('finds everything that was said, before and meanwhile', async () => {
    const url = await serving('0')
    const page = await open(url.href)
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    programs[0]?.signal('SIGTERM')
    await programs[0]?.exited
    await ask(page, 'Are you there?')
    await page.getByText(/^Not kept on the server/).waitFor()
    await serving(url.port)
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
