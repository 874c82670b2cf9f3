import { afterAll, beforeAll, expect, test } from 'vitest'
import { delta, events, FakeVllm } from '../fakes/vllm.ts'
import { violations } from './axe.ts'
import { answers, ask, describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

describeInBrowser('what the server does', ({ open, serve }) => {
  /** A server that begins an answer and never ends it. */
  const endless = new FakeVllm()
  let url = ''
  beforeAll(async () => {
    endless.answer = (_, response) => events(response, delta({ content: 'On and on' }))
    url = await serve([...DEMO, '--inspector-requests', '10', '--upstreams', await endless.listen()])
  })
  afterAll(() => endless.close())

  test('is shown while it happens, and ended from here', async () => {
    const page = await open(`${url}#/activity`)
    const asked = fetch(`${url}v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'endless' },
      body: JSON.stringify({ model: 'big', messages: [{ role: 'user', content: 'Go on.' }] }),
    })
    await page.getByRole('button', { name: 'End endless' }).click()
    expect(await (await asked).json()).toMatchObject({ error: { code: 'request_ended' } })
  })

  test('can be looked into: the prompt as the model got it, and what it said', async () => {
    const page = await open(url)
    await ask(page, 'Who are you?')
    const answer = await answers(page).first().textContent()
    await page.goto(`${url}#/activity/requests`)
    await page.getByRole('link', { name: 'POST /v1/responses' }).first().click()
    await page
      .getByRole('region', { name: /^Prompt(, \d of \d)?$/ })
      .last()
      .getByText('Who are you?')
      .waitFor()
    const words = await page
      .getByRole('region', { name: /^What the engine said/ })
      .last()
      .getByRole('row')
      .allTextContents()
    const texts = words.filter((row) => row.includes('text-delta')).map((row) => /"(.*)"$/.exec(row)?.[1] ?? '')
    expect(answer).toContain(texts.join('').replaceAll('\\n', '\n').trim().slice(0, 20))
    await page.getByText('Token ids').last().click()
    expect(await violations(page)).toEqual([])
    expect(
      await page
        .getByRole('region', { name: /^Token ids/ })
        .last()
        .textContent(),
    ).toMatch(/^\d+( \d+)+$/)
  })

  test('what an engine said can be read on a phone', async () => {
    const page = await open(url, { viewport: { width: 360, height: 740 } })
    await fetch(`${url}v1/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'trivet/demo', prompt: 'Hello', max_tokens: 4 }),
    })
    await page.goto(`${url}#/activity/requests`)
    await page.getByRole('link', { name: 'POST /v1/completions' }).first().click()
    const said = page.getByRole('region', { name: /^What the engine said/ }).getByRole('row')
    await said.nth(1).waitFor()
    const widths = await said.evaluateAll((rows) =>
      rows.slice(1).map((row) => row.lastElementChild?.getBoundingClientRect().width ?? 0),
    )
    expect(Math.min(...widths)).toBeGreaterThan(240)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  test('is told by the log as it is written, from a level on', async () => {
    const page = await open(`${url}#/activity/log`)
    await fetch(`${url}v1/nothing-of-this-name`)
    await page.getByRole('list', { name: 'Log' }).getByText('/v1/nothing-of-this-name').first().waitFor()
    await page.getByRole('combobox').selectOption('error')
    await page.getByText('/v1/nothing-of-this-name').first().waitFor({ state: 'detached' })
  })
})
