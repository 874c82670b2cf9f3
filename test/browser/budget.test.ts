import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../dist/ui', import.meta.url))
const MOST_BYTES = 250_000

test.skipIf(!existsSync(FOLDER))(
  'the first load is at most 250 kB, compressed (skipped where no page was built)',
  () => {
    const index = readFileSync(join(FOLDER, 'index.html'), 'utf8')
    const parts = [...index.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path = '']) =>
      readFileSync(join(FOLDER, path)),
    )
    const bytes = [Buffer.from(index), ...parts].map((part) => gzipSync(part, { level: 9 }).length)
    expect(parts.length).toBeGreaterThanOrEqual(3)
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST_BYTES)
  },
)
