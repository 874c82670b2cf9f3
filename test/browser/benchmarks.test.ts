import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './browsing.ts'
import { DEMO } from './demo.ts'

describeInBrowser('benchmarks', ({ open, serve }) => {
  let url = ''
  beforeAll(async () => {
    url = await serve(DEMO)
  })

  test('are run, plotted, told in figures, compared and forgotten', async () => {
    const page = await open(`${url}#/benchmarks`)
    await page.getByText('Nothing was measured yet.').waitFor()
    await page.getByLabel('Answers at once').fill('1, 2')
    await page.getByLabel('Tokens of each answer').fill('8')
    await page.getByLabel('Runs').fill('2')
    await page.getByRole('button', { name: 'Measure', exact: true }).click()
    await page.locator('figure canvas').waitFor()
    const figures = page.getByRole('region', { name: 'Figures' }).getByRole('row')
    expect(await figures.count()).toBe(3)
    expect(await figures.nth(1).textContent()).toMatch(/^trivet\/demoauto\d+1\d/)
    // The plot is drawn: its canvas has more than one colour.
    const colours = await page.locator('figure canvas').evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      return new Set(new Uint32Array(new Uint8Array(pixels).buffer)).size
    })
    expect(colours).toBeGreaterThan(2)
    await page.getByLabel('Answers at once').fill('1')
    await page.getByRole('button', { name: 'Measure', exact: true }).click()
    await page.getByRole('checkbox').nth(1).check()
    await page.getByText('Compared', { exact: true }).waitFor()
    expect(await figures.count()).toBe(4)
    await page
      .getByRole('button', { name: /^Forget what was measured/ })
      .first()
      .click()
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(1)
  })

  test('that make no sense are refused in words', async () => {
    const page = await open(`${url}#/benchmarks`)
    await page.getByLabel('Answers at once').fill('many')
    await page.getByRole('button', { name: 'Measure', exact: true }).click()
    await page.getByText('Answers at once are numbers, such as 1, 2, 4.').waitFor()
  })
})
