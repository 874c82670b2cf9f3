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
