import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { models } from '../fixtures/models.ts'
import { answers, ask, describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

const ENDLESS = models.scripted({ script: ['Word ', 'after ', 'word.\n\n'], endless: true, contextTokens: 65_536 })

const text = async (page: Page) => (await page.locator('article[aria-label=Answer]').last().textContent()) ?? ''

describeInBrowser('a conversation', ({ open, serve }) => {
  let url = ''
  beforeAll(async () => {
    url = await serve([...DEMO, '--model', `${ENDLESS}=endless`, '--model', `${models.scripted()}=brief`])
  })

  const opened = async (model: string) => {
    const page = await open(url)
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('menuitemradio', { name: model }).click()
    return page
  }

  test('is answered, told what it took, and there again after a reload', async () => {
    const page = await opened('trivet/demo')
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    const shown = answers(page).first().locator('.markdown')
    const said = await shown.textContent()
    expect(said).toContain('Trivet Demo')
    expect(await text(page)).toMatch(/\d+(\.\d)? m?s to first.*\d+ in.*\d+ out/s)
    await page.waitForURL(/#\/chat\/chat_/)
    await page.reload()
    await answers(page).first().waitFor()
    expect(await shown.textContent()).toBe(said)
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('Trivet Demo')
    await page.getByRole('link', { name: 'Who are you?' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('said by nobody')
    await page.getByText('Nothing found.').waitFor()
  })

  test('that was deleted elsewhere is kept as a new one, or left for another', async () => {
    const page = await opened('trivet/demo')
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    await page.waitForURL(/#\/chat\/chat_/)
    const before = new URL(page.url()).hash
    const chat = before.slice('#/chat/'.length)
    expect((await fetch(`${url}v1/chats/${chat}`, { method: 'DELETE' })).status).toBe(200)
    await ask(page, 'What is a trivet?')
    const notice = page.getByRole('alert').filter({ hasText: 'This conversation was deleted elsewhere.' })
    await notice.waitFor()
    await answers(page).nth(1).waitFor()
    await page.locator(`a[href="${before}"]`).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Keep as a new one' }).click()
    await page.waitForURL((at) => at.hash.startsWith('#/chat/chat_') && at.hash !== before)
    await notice.waitFor({ state: 'detached' })
    const anew = new URL(page.url()).hash
    await page.locator(`a[href="${anew}"]`).waitFor()
    const again = anew.slice('#/chat/'.length)
    const kept = async () => {
      const { turns, leaf } = (await (await fetch(`${url}v1/chats/${again}`)).json()) as {
        turns: { id: string; status: string }[]
        leaf: string | null
      }
      return [turns.map(({ status }) => status), leaf === turns.at(-1)?.id]
    }
    await expect.poll(kept, { timeout: 60_000 }).toEqual([Array(4).fill('completed'), true])
    await page.reload()
    await answers(page).nth(1).waitFor()

    await page.goto(`${url}${before}`)
    await page.reload()
    await notice.waitFor()
    expect(await page.getByRole('button', { name: 'Keep as a new one' }).count()).toBe(0)
    await notice.getByRole('button', { name: 'New conversation' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(new URL(page.url()).hash).toBe('#/')
  })

  test('stops within 200 ms, and the server stops too', async () => {
    const page = await opened('endless')
    await ask(page, 'Go on')
    await expect.poll(() => text(page), { timeout: 60_000 }).toMatch(/(Word after word\.\s*){3}/)
    const took = await page.evaluate(async () => {
      const button = document.querySelector<HTMLButtonElement>('button[aria-label^="Stop"]')
      const began = performance.now()
      button?.click()
      while (document.querySelector('[aria-busy]')) await new Promise(requestAnimationFrame)
      return performance.now() - began
    })
    expect(took).toBeLessThan(200)
    await page.getByText('Stopped.').waitFor()
    const running = async () => ((await (await fetch(`${url}v1/models/endless`)).json()) as { running: number }).running
    await expect.poll(running, { timeout: 60_000 }).toBe(0)
    await page.reload()
    await page.getByText('Stopped.').waitFor()
  })

  test('under way goes on after a reload, and Escape stops it', async () => {
    const page = await opened('endless')
    await ask(page, 'Go on and on')
    await expect.poll(() => text(page), { timeout: 60_000 }).toMatch(/(Word after word\.\s*){3}/)
    await page.waitForURL(/#\/chat\/chat_/)
    const before = (await text(page)).length
    await page.reload()
    await expect.poll(async () => (await text(page)).length, { timeout: 60_000 }).toBeGreaterThan(before)
    expect(await page.locator('[aria-busy]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByText('Stopped.').waitFor()
  })

  test('is answered again by another model, beside the first answer', async () => {
    const page = await opened('trivet/demo')
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    await page.getByRole('button', { name: 'Answer again' }).click()
    await page.getByRole('menuitem', { name: 'brief' }).click()
    await answers(page).getByText('Hello from the scripted model.').waitFor()
    await page.getByText('2/2').waitFor()
    await page.getByRole('button', { name: 'Earlier version' }).click()
    await page.getByText('1/2').waitFor()
    expect(await text(page)).toContain('Trivet Demo')
    await page.reload()
    await page.getByText('1/2').waitFor()
  })

  test('is begun anew from a question that is changed', async () => {
    const page = await opened('brief')
    await ask(page, 'First')
    await answers(page).first().waitFor()
    await page.getByRole('button', { name: 'Edit message' }).click()
    await page.getByRole('textbox', { name: 'Edit the message' }).fill('Second')
    await page.keyboard.press('Enter')
    await page.getByText('2/2').waitFor()
    await answers(page).first().waitFor()
    expect(await page.locator('section[aria-label=Conversation]').textContent()).not.toContain('First')
  })

  test('has tools called, whose results are given by hand', async () => {
    const page = await opened('trivet/demo')
    await page.getByRole('button', { name: 'Instructions and parameters' }).click()
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const description = 'Get the weather of a city'
    const tools = [{ type: 'function', name: 'get_weather', description, parameters }]
    await page.getByLabel('Tools').fill(JSON.stringify(tools))
    await page.getByLabel('Temperature').fill('0')
    await page.getByRole('button', { name: 'Done' }).click()
    await ask(page, 'What is the weather in Paris?')
    await page.getByText('get_weather', { exact: true }).waitFor()
    await page.getByLabel('Result of get_weather').fill('{"temperature": 18, "condition": "sunny"}')
    await page.getByRole('button', { name: 'Go on', exact: true }).click()
    await expect.poll(() => text(page), { timeout: 60_000 }).toMatch(/sunny/)
  })

  test('is deleted', async () => {
    const page = await opened('brief')
    await ask(page, 'To be deleted')
    await answers(page).first().waitFor()
    await page.getByRole('button', { name: 'Delete To be deleted' }).click()
    await page.waitForURL(/#\/$/)
    expect(await page.getByRole('link', { name: 'To be deleted' }).count()).toBe(0)
  })
})
