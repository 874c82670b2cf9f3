import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../../../test/fakes/scratch.ts'
import { whisperFile } from './files.ts'

const folder = scratch()

function header({ magic = 0x67676d6c, bins = 80, width = 0, layers = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(100)
  bytes.writeUInt32LE(magic, 0)
  bytes.writeInt32LE(width, 12)
  bytes.writeInt32LE(layers, 20)
  bytes.writeInt32LE(bins, 40)
  return bytes
}

function write(name: string, bytes: Buffer): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

test('a file is told by its head, whatever it is called', () => {
  for (const bins of [80, 128]) {
    const model = write(`a-${bins}`, header({ bins }))
    expect(whisperFile(model)).toMatchObject({ model, sizeBytes: 100 })
  }
})

test.each([
  ['another magic', header({ magic: 0x46554747 })],
  ['another model of ggml', header({ bins: 32 })],
  ['a short one', header().subarray(0, 20)],
  ['an empty one', Buffer.alloc(0)],
])('%s is none', (name, bytes) => {
  expect(whisperFile(write(`${name}.bin`, bytes))).toBeNull()
  expect(whisperFile(join(folder, 'nowhere'))).toBeNull()
})

test('a folder stands for the one in it', () => {
  const model = write('one/ggml-tiny.bin', header())
  write('one/coreml.bin', Buffer.from('x'))
  expect(whisperFile(join(folder, 'one'))?.model).toBe(model)
  write('one/ggml-base.bin', header())
  expect(whisperFile(join(folder, 'one'))).toBeNull()
})

test.each([
  ['tiny', 384, 4, 200],
  ['base', 512, 6, 246],
  ['small', 768, 12, 386],
  ['medium', 1024, 24, 600],
  ['large', 1280, 32, 1000],
])('%s works in about as much memory as its README says', (name, width, layers, megabytes) => {
  const told = whisperFile(write(`ggml-${name}.bin`, header({ width, layers })))?.workBytes ?? 0
  expect(Math.abs(told / 1e6 / megabytes - 1)).toBeLessThan(0.15)
})
