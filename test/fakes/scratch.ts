import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder that is gone after the tests of the file. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
