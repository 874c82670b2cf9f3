import { expect, test } from 'vitest'
import { html, prose } from './html.ts'

test('what is filled in is escaped, markup and lists of it are not', () => {
  const link = html`<a href="${'"x"'}">${"<b>&'"}</a>`
  expect(html`<p>${link}${[1, null, link]}</p>`.markup).toBe(
    '<p><a href="&quot;x&quot;">&lt;b&gt;&amp;&#39;</a>1<a href="&quot;x&quot;">&lt;b&gt;&amp;&#39;</a></p>',
  )
})

test('backticks mark code', () => {
  expect(html`${prose('Send `a<b` or not.')}`.markup).toBe('Send <code>a&lt;b</code> or not.')
})
