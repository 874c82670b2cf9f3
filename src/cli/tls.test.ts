import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readTls } from './tls.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../test/fixtures/tls/${name}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'trivet-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))
const broken = join(folder, 'broken.pem')
writeFileSync(broken, '-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n')
const missing = join(folder, 'missing.pem')

test.each([
  ['tls.cert', broken, { certPath: broken, keyPath: fixture('key.pem') }],
  ['tls.cert', missing, { certPath: missing, keyPath: fixture('key.pem') }],
  ['tls.key', broken, { certPath: fixture('cert.pem'), keyPath: broken }],
  ['tls.key', missing, { certPath: fixture('cert.pem'), keyPath: missing }],
  ['tls', fixture('other-key.pem'), { certPath: fixture('cert.pem'), keyPath: fixture('other-key.pem') }],
])('what is wrong is said of %s: %s', (setting, path, files) => {
  const message = expect.stringContaining(`${setting}: ${path} `)
  expect(() => readTls(files)).toThrow(expect.objectContaining({ code: 'invalid_config', message }))
})
