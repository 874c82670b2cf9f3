import { beforeAll, expect, test } from 'vitest'
import { models } from '../fixtures/models.ts'
import { answers, ask, describeInBrowser } from './browsing.ts'

const HOSTILE = [
  '<script>window.broken = 1</script>',
  '<img src=x onerror="window.broken = 2">',
  '[click](javascript:window.broken=3) [data](data:text/html,<script>window.broken=4</script>)',
  '![spy](https://spy.invalid/x.png)',
  '<iframe src="https://spy.invalid"></iframe><style>body { display: none }</style>',
  '<a href="https://ok.invalid" onclick="window.broken = 5">raw</a> [good](https://ok.invalid)',
  '```html\n<img src=x onerror="window.broken = 6">\n```',
  '<svg><script>window.broken = 7</script></svg><form action="https://spy.invalid"><button>go</button></form>',
].join('\n\n')

describeInBrowser('what a model writes', ({ open, serve }) => {
  let url = ''
  beforeAll(async () => {
    url = await serve(['--model', `${models.scripted({ script: HOSTILE })}=hostile`])
  })

  test('runs nothing, loads nothing and leads nowhere bad, whatever it is', async () => {
    const page = await open(url)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await ask(page, 'Attack')
    await answers(page).first().waitFor()
    const answer = answers(page).first()
    await answer.locator('.hljs-tag').first().waitFor()
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    expect(asked.filter((address) => !address.startsWith(url))).toEqual([])
    expect(await answer.locator('script, img, iframe, style, form, svg script, [onclick], [onerror]').count()).toBe(0)
    const links = await answer
      .locator('a')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.rel]))
    const rel = 'noopener noreferrer nofollow'
    expect(links.filter(([href]) => href !== null)).toEqual([
      ['https://spy.invalid/x.png', rel],
      ['https://ok.invalid', rel],
    ])
    expect(await answer.textContent()).toContain('<script>window.broken = 1</script>')
  })
})
