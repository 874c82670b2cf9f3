import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { answers, ask, describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

const small = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['360 pixels wide', small],
]

/** Further pages, each with what is there when all of it is. */
const PLACES = [
  ['devices', 'Platforms'],
  ['activity', 'Events'],
  ['activity/requests', /^None is kept once/],
  ['activity/log', /^From level/],
  ['benchmarks', 'Nothing was measured yet.'],
  ['keys', 'New key'],
  ['connect', 'Self-test'],
] as const

describeInBrowser('the page', ({ open, serve }) => {
  let url = ''
  beforeAll(async () => {
    url = await serve(DEMO)
  })

  test.each(LOOKS)('is for everyone: %s', async (_, options) => {
    const page = await open(url, options)
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    expect(await violations(page)).toEqual([])
    await ask(page, 'Who are you?')
    if (options.hasTouch) await page.getByRole('button', { name: 'Send' }).click()
    await answers(page).first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Instructions and parameters' }).click()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.goto(`${url}#/models`)
    await page.getByRole('heading', { name: 'Models' }).waitFor()
    await page.getByRole('button', { name: /^Get / }).first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: /oad…/ }).first().click()
    await page.getByText(/There is (no )?room/).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    for (const [place, sign] of PLACES) {
      await page.goto(`${url}#/${place}`)
      await page.waitForFunction(() => document.title.endsWith(' · Trivet'))
      await page
        .getByText(sign, { exact: typeof sign === 'string' })
        .first()
        .waitFor()
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
  })

  test('is used by keyboard alone', async () => {
    const page = await open(url)
    await page.getByRole('button', { name: 'Model: trivet/demo' }).waitFor()
    // The box has the focus already.
    await page.keyboard.type('Who are you?')
    await page.keyboard.press('Enter')
    await answers(page).first().waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    for (let tab = 0; tab < 30 && (await focused()) !== 'Answer again'; tab++) await page.keyboard.press('Shift+Tab')
    expect(await focused()).toBe('Answer again')
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe(
      'solid',
    )
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2/2').waitFor()
  })

  test('reads from right to left what is written so, and the rest from left to right', async () => {
    const page = await open(url)
    const box = page.getByRole('textbox', { name: 'Message' })
    await page.getByRole('button', { name: 'Model: trivet/demo' }).waitFor()
    const direction = (element: Element) => getComputedStyle(element).direction
    await box.fill('שלום, מי אתה?')
    expect(await box.evaluate(direction)).toBe('rtl')
    await page.keyboard.press('Enter')
    await answers(page).first().waitFor()
    expect(await page.getByText('שלום, מי אתה?').last().evaluate(direction)).toBe('rtl')
    expect(await answers(page).first().evaluate(direction)).toBe('ltr')
  })

  test('stays where it is while it is loaded and an answer is written', async () => {
    const page = await open(url)
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const sum = (entries: PerformanceEntryList) =>
            entries.reduce((total, entry) => total + (entry as PerformanceEntry & { value: number }).value, 0)
          new PerformanceObserver((list) => resolve(sum(list.getEntries()))).observe({
            type: 'layout-shift',
            buffered: true,
          })
          // Nobody is called where nothing moved.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
        }),
    )
    expect(shift).toBeLessThan(0.1)
  })

  test('tells its tabs apart, and what is not there', async () => {
    const page = await open(`${url}#/nowhere`)
    await page.getByText('There is no page at this address.').waitFor()
    expect(await page.title()).toBe('Nothing here · Trivet')
    await page.getByRole('link', { name: 'Chat' }).last().click()
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    await page.waitForFunction(() => document.title === 'Who are you? · Trivet')
  })

  test('sends nothing while a word is being composed', async () => {
    const page = await open(url)
    await page.getByRole('button', { name: 'Model: trivet/demo' }).waitFor()
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.fill('にほん')
    await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await box.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
    expect(await box.inputValue()).toBe('にほん')
    await page.keyboard.press('Enter')
    await answers(page).first().waitFor()
  })

  test('asks for the key, and forgets it unless told otherwise', async () => {
    const guarded = await serve(DEMO, { env: { TRIVET_API_KEY: 'secret' } })
    const page = await open(guarded)
    await page.getByLabel('Key', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('not known here').waitFor()
    await page.getByLabel('Key', { exact: true }).fill('secret')
    await page.getByRole('button', { name: 'Continue' }).click()
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret')
    await page.reload()
    await page.getByLabel('Key', { exact: true }).fill('secret')
    await page.getByLabel('Remember it in this browser').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await answers(page).first().waitFor()
    await page.reload()
    await answers(page).first().waitFor()
  })

  test('works below `/trivet` of a server that stands in for another', async () => {
    const other = await serve(['--contract', 'llamapi', ...DEMO])
    const page = await open(`${other}trivet`)
    await ask(page, 'Who are you?')
    await answers(page).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/trivet/')
  })
})
