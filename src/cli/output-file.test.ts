import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import { TrivetError } from '../core/errors.ts'
import { type OutputOptions, outputFile } from './output-file.ts'

const folder = scratch()
const taken = join(folder, 'taken')
writeFileSync(taken, 'before')

function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof TrivetError && error.code === 'invalid_value') return error.message
    throw error
  }
  return ''
}

test.each<[string, string, OutputOptions]>([
  [join(folder, 'none', 'x.svg'), `there is no folder ${join(folder, 'none')}`, {}],
  [join(taken, 'x.svg'), `there is no folder ${taken}`, {}],
  [folder, 'that is a folder; name a file', {}],
  [taken, 'there is such a file; name another', { fresh: true }],
])('%s is refused before the work: %s', (file, words, options) => {
  expect(refusal(() => outputFile('--svg', file, options))).toContain(`--svg ${file}: ${words}.`)
})

test.skipIf(process.getuid?.() === 0)('what may not be written is told', () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o500)
  expect(refusal(() => outputFile('--svg', join(closed, 'x')))).toContain(`${closed} may not be written.`)
})

test('nothing is made before there is something to write; a file that is there is replaced', () => {
  const made = outputFile('--zip', join(folder, 'new'), { fresh: true, mode: 0o600 })
  expect(statSync(join(folder, 'new'), { throwIfNoEntry: false })).toBeUndefined()
  made.write(new Uint8Array([104, 105]))
  expect([readFileSync(join(folder, 'new'), 'utf8'), statSync(join(folder, 'new')).mode & 0o777]).toEqual(['hi', 0o600])
  outputFile('--svg', taken).write('after')
  expect(readFileSync(taken, 'utf8')).toBe('after')
})

test('a folder that went meanwhile, and a file that came, are told in words too', () => {
  const gone = join(folder, 'gone')
  mkdirSync(gone)
  const inside = outputFile('--svg', join(gone, 'x'))
  rmSync(gone, { recursive: true })
  expect(refusal(() => inside.write(''))).toContain(`there is no folder ${gone}.`)
  const late = join(folder, 'late')
  const fresh = outputFile('--zip', late, { fresh: true })
  writeFileSync(late, 'another')
  expect(refusal(() => fresh.write(''))).toContain('there is such a file; name another.')
  expect(readFileSync(late, 'utf8')).toBe('another')
})
