import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test.each([
  ['', undefined, 'nothing at all'],
  [' \n', 'text/plain', 'nothing at all'],
  [
    '<!DOCTYPE html>\n<html><head><title>502 Bad\n Gateway</title></head>',
    'text/html',
    'a web page, "502 Bad Gateway"',
  ],
  ['<html><body>no</body></html>', undefined, 'a web page'],
  ['{"ok":\n true}', 'application/json; charset=utf-8', 'application/json: {"ok": true}'],
  ['x'.repeat(300), undefined, `${'x'.repeat(200)}…`],
])('of %j as %j is shown %j', (body, type, shown) => {
  expect(excerpt(body, type)).toBe(shown)
})
