import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { TrivetError } from '../core/errors.ts'
import { createMediaReader, type FetchOptions, MOST_BYTES } from './reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'media-'))
afterAll(() => rmSync(folder, { recursive: true }))
const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const file = join(folder, 'a.png')
writeFileSync(file, png)

const asked: [string, FetchOptions][] = []
const read = createMediaReader({
  fileOf: (path) => (path === '/pictures/a.png' ? file : null),
  hosts: ['images.example.com', '*.example.org'],
  async fetch(url, options) {
    asked.push([url, options])
    if (url.endsWith('/gone.png')) throw new TrivetError('source_not_found', { url })
    return png
  },
})
const image = (source: string) => read({ kind: 'image', source, param: 'p' }, null, new AbortController().signal)

test('a file of an allowed folder is read, and no other', async () => {
  expect(await image('/pictures/a.png')).toMatchObject({ width: 3, height: 2 })
  expect(await image('file:///pictures/a.png')).toMatchObject({ width: 3, height: 2 })
  for (const path of ['/etc/passwd', 'file:///etc/passwd', '/pictures/../etc/passwd']) {
    await expect(image(path)).rejects.toMatchObject({ code: 'invalid_content_part', param: 'p' })
  }
})

test('an address of an allowed host is fetched, and a redirect may lead to allowed ones only', async () => {
  expect(await image('https://images.example.com/a.png')).toMatchObject({ width: 3 })
  expect(await image('https://deep.down.example.org/a.png')).toMatchObject({ width: 3 })
  const [, options] = asked.at(-1) ?? []
  const hosts = ['images.example.com', 'a.example.org', 'example.org', 'example.com', 'evil-example.org', '127.0.0.1']
  expect(hosts.map((host) => options?.allowed(host))).toEqual([true, true, false, false, false, false])
  expect(options?.limit).toBe(MOST_BYTES)
})

test.each([
  'http://127.0.0.1/',
  'http://169.254.169.254/',
  'http://[::1]/',
  'http://0x7f000001/',
  'https://example.com/a.png',
])('%s is not asked', async (url) => {
  const before = asked.length
  await expect(image(url)).rejects.toMatchObject({ code: 'invalid_content_part', param: 'p' })
  expect(asked).toHaveLength(before)
})

test('what the host answers with is told under the field', async () => {
  await expect(image('https://images.example.com/gone.png')).rejects.toMatchObject({
    code: 'invalid_content_part',
    message: expect.stringContaining("can't be fetched: There is nothing at"),
  })
})
