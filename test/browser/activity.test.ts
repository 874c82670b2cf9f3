import { beforeAll, expect, test } from 'vitest'
import { answers, ask, describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

describeInBrowser('what the server does', ({ open, serve }) => {
  let url = ''
  beforeAll(async () => {
    url = await serve([...DEMO, '--inspector-requests', '10'])
  })

  test('is shown while it happens, and ended from here', async () => {
    const page = await open(url)
    await ask(page, 'Count to one thousand.')
    await page.locator('article[aria-busy]').waitFor()
    const other = await open(`${url}#/activity`)
    const asked = fetch(`${url}v1/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'endless' },
      body: JSON.stringify({ model: 'trivet/demo', prompt: 'a', max_tokens: 100_000, ignore_eos: true }),
    })
    await other.getByRole('button', { name: 'End endless' }).click()
    expect(await (await asked).json()).toMatchObject({ error: { code: 'request_ended' } })
  })

  test('can be looked into: the prompt as the model got it, and what it said', async () => {
    const page = await open(url)
    await ask(page, 'Who are you?')
    const answer = await answers(page).first().textContent()
    await page.goto(`${url}#/activity/requests`)
    await page.getByRole('link', { name: 'POST /v1/responses' }).first().click()
    await page.getByRole('region', { name: 'Prompt', exact: true }).getByText('Who are you?').waitFor()
    const words = await page.getByRole('region', { name: 'What the engine said' }).getByRole('row').allTextContents()
    const texts = words.filter((row) => row.includes('text-delta')).map((row) => /"(.*)"$/.exec(row)?.[1] ?? '')
    expect(answer).toContain(texts.join('').replaceAll('\\n', '\n').trim().slice(0, 20))
    await page.getByText('Token ids').click()
    expect(await page.getByRole('region', { name: 'Token ids' }).textContent()).toMatch(/^\d+( \d+)+$/)
  })

  test('is told by the log as it is written, from a level on', async () => {
    const page = await open(`${url}#/activity/log`)
    await fetch(`${url}v1/nothing-of-this-name`)
    await page.getByRole('list', { name: 'Log' }).getByText('/v1/nothing-of-this-name').first().waitFor()
    await page.getByRole('combobox').selectOption('error')
    await page.getByText('/v1/nothing-of-this-name').first().waitFor({ state: 'detached' })
  })
})
