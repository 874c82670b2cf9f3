import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import { modelHash } from './model-hash.ts'

const folder = scratch()

test('another size, beginning or end is another model; the same bytes elsewhere are the same', async () => {
  const file = (name: string, edit: (bytes: Buffer) => void = () => {}) => {
    const bytes = Buffer.alloc(3 * 2 ** 20)
    edit(bytes)
    writeFileSync(join(folder, name), bytes)
    return modelHash(join(folder, name))
  }
  const first = await file('a')
  expect(first).toMatch(/^sampled-sha256:[0-9a-f]{64}$/)
  expect(await file('b')).toBe(first)
  expect(await file('c', (bytes) => bytes.writeUInt8(1, 0))).not.toBe(first)
  expect(await file('d', (bytes) => bytes.writeUInt8(1, bytes.length - 1))).not.toBe(first)
  truncateSync(join(folder, 'b'), 3 * 2 ** 20 - 1)
  expect(await modelHash(join(folder, 'b'))).not.toBe(first)
})

test('a folder is its files; nothing is nothing', async () => {
  mkdirSync(join(folder, 'model', 'sub'), { recursive: true })
  writeFileSync(join(folder, 'model', 'x.xml'), 'x')
  const before = await modelHash(join(folder, 'model'))
  writeFileSync(join(folder, 'model', 'y.bin'), 'y')
  expect(await modelHash(join(folder, 'model'))).not.toBe(before)
  expect(await modelHash(join(folder, 'nothing'))).toBeNull()
})
