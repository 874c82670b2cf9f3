import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { look, unseen } from './look.ts'

const folder = mkdtempSync(join(tmpdir(), 'trivet-look-'))
const file = join(folder, 'model.gguf')
writeFileSync(file, 'x')
symlinkSync(join(folder, 'loop'), join(folder, 'loop'))

it.each([
  ['nothing', join(folder, 'none'), /^there is no file .*none\.$/],
  ['below a file', join(file, 'x'), /can't be looked at \(ENOTDIR\)\.$/],
  ['a link to itself', join(folder, 'loop'), /can't be looked at \(ELOOP\)\.$/],
  ['a name too long', join(folder, 'x'.repeat(300)), /can't be looked at \(ENAMETOOLONG\)\.$/],
  ['a name with a NUL', join(folder, 'a\0b'), /^".*a\\u0000b" can't be looked at \(ERR_INVALID_ARG_VALUE\)\.$/],
])('%s is not there, and why is told', (_, path, reason) => {
  expect([look(path), unseen(path)]).toEqual([null, expect.stringMatching(reason)])
})

it('what is there is seen', () => {
  expect([look(file)?.size, unseen(file)]).toEqual([1, null])
})
