import { expect, test } from 'vitest'
import { discretion } from './discretion.ts'

const discreet = discretion({
  secrets: ['hunter2', 'a "quoted" one'],
  home: '/srv/people/mallory',
  user: 'mallory',
  host: 'vault.corp',
  folders: ['/mnt/client-files', '/mnt/client-files/models'],
})

test.each([
  ['the key hunter2 was', 'the key *** was'],
  [JSON.stringify({ said: 'a "quoted" one' }), '{"said":"***"}'],
  ['Bearer abcdefgh', 'Bearer ***'],
  ['/srv/people/mallory/models/a.gguf', '~/models/a.gguf'],
  ['/mnt/client-files/models/a.gguf, /mnt/client-files/b', '<folder>/a.gguf, <folder>/b'],
  ['/home/eve/a.gguf, /Users/eve/b', '/home/<user>/a.gguf, /Users/<user>/b'],
  ['owned by mallory on VAULT.corp', 'owned by <name> on <name>'],
  ['from 203.0.113.7:4711 and [2001:db8::7]:80', 'from <address>:4711 and [<address>]:80'],
  ['redis://me:secret@cache.corp:6379/0', 'redis://<address>/0'],
  ['::ffff:203.0.113.7', '<address>'],
])('%s', (text, shown) => {
  expect(discreet(text)).toBe(shown)
})

test.each([
  'listening on 127.0.0.1:8420 and ::1',
  '2026-01-31T12:30:45.123Z',
  'version 1.2.3, 550.54.14',
  'mallorys and vaultXcorp',
  'trivet_requests_total{model="m",outcome="ok"} 1',
  'GGML_ASSERT(n::x) failed, 00:1f.2, 0000:01:00.0',
])('%s gives nothing away', (text) => {
  expect(discreet(text)).toBe(text)
})

test('a name that many have says nothing, nor does a home that is everywhere', () => {
  const root = discretion({ secrets: [], home: '/', user: 'root', host: 'me', folders: [] })
  expect(root('/root, tell me')).toBe('/root, tell me')
})
