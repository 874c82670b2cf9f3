import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from './own-folder.ts'

test('a folder goes with its process, at the latest when the next is made', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const left = mkdtempSync(join(tmpdir(), `trivet-test-${pid}-`))
  const [first, second] = [ownFolder('test'), ownFolder('test')]
  expect([left, first.path, second.path].map((path) => existsSync(path))).toEqual([false, true, true])
  first.remove()
  second.remove()
  expect([first.path, second.path].map((path) => existsSync(path))).toEqual([false, false])
})
