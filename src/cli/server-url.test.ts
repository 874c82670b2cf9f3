import { expect, test } from 'vitest'
import { serverUrl } from './server-url.ts'

test('an address with its scheme', () => {
  for (const good of ['http://127.0.0.1:8420', 'https://models.example/trivet/', 'http://[::1]:80']) {
    expect(serverUrl(good)).toBe(good)
  }
  for (const bad of ['nonsense', 'localhost:8420', 'ftp://x', 'http://[::1', '']) {
    expect(() => serverUrl(bad)).toThrow('such as http://127.0.0.1:8420')
  }
})

test.each(['http://me:hidden@host', 'https://hidden@host/v1', 'http://:hidden@host', 'ftp://me:hidden@host'])(
  'an address with a user or a password is refused, and not repeated: %s',
  (url) => {
    const message = expect.not.stringContaining('hidden')
    expect(() => serverUrl(url)).toThrow(expect.objectContaining({ code: 'invalid_value', message }))
  },
)
