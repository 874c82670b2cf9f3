import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeSafetensors, f32, withHeader } from '../../../../test/fixtures/huggingface/safetensors.ts'
import { openCheckpoint } from './checkpoint.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-checkpoint-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
const index = (map: unknown) => put('model.safetensors.index.json', JSON.stringify({ weight_map: map }))
const a = f32([2, 2], Float32Array.of(1, 2, 3, 4))
const b = f32([3], Float32Array.of(5, 6, 7))

async function opened() {
  const checkpoint = await openCheckpoint(folder)
  await checkpoint.close()
  return checkpoint
}

test('one file', async () => {
  put('model.safetensors', encodeSafetensors({ a, b }))
  const checkpoint = await openCheckpoint(folder)
  expect([...checkpoint.tensors.keys()]).toEqual(['a', 'b'])
  expect(await checkpoint.read('b', 4, 8)).toEqual(Buffer.from(Float32Array.of(6, 7).buffer))
  await expect(checkpoint.read('b', 8, 8)).rejects.toThrow('outside of b')
  await checkpoint.close()
})

test('shards by their index, which decides what counts', async () => {
  put('one.safetensors', encodeSafetensors({ a, b }))
  put('two.safetensors', encodeSafetensors({ b }))
  index({ a: 'one.safetensors', b: 'two.safetensors' })
  expect([...(await opened()).tensors.keys()]).toEqual(['a', 'b'])
})

describe('an index', () => {
  test.each([
    ['that leaves the folder', { a: '../a.safetensors' }, 'which is no file beside it'],
    ['of an absolute path', { a: '/etc/a.safetensors' }, 'which is no file beside it'],
    ['with a NUL', { a: 'a\0.safetensors' }, 'which is no file beside it'],
    ['of a file that is missing', { a: 'gone.safetensors' }, 'gone.safetensors is missing.'],
    ['of a tensor that is missing', { c: 'one.safetensors' }, 'one.safetensors lacks the tensor c'],
    ['of nothing', null, 'has no weight_map'],
  ])('%s is refused', async (_, map, reason) => {
    put('one.safetensors', encodeSafetensors({ a }))
    index(map)
    await expect(opened()).rejects.toThrow(reason)
  })
})

describe('a file', () => {
  const tensor = (entry: object) => withHeader(JSON.stringify({ t: entry }), new Uint8Array(16))
  test.each([
    ['of three bytes', Buffer.from('abc'), "a header of 0 bytes doesn't fit"],
    ['whose header is longer than the file', Buffer.alloc(64, 0xff), "doesn't fit a safetensors file of 64"],
    ['whose header is no JSON', withHeader('{{', new Uint8Array(4)), 'is not a JSON object'],
    ['of an unknown type', tensor({ dtype: 'F3', shape: [1], data_offsets: [0, 1] }), 'unknown type "F3"'],
    ['of an inherited type', tensor({ dtype: 'constructor', shape: [1], data_offsets: [0, 1] }), 'unknown type'],
    ['of a negative shape', tensor({ dtype: 'F32', shape: [-1], data_offsets: [0, 4] }), 'has no shape'],
    ['of offsets that go back', tensor({ dtype: 'F32', shape: [1], data_offsets: [8, 4] }), 'not as long as'],
    ['of a shape that overflows', tensor({ dtype: 'F32', shape: [2 ** 40, 2 ** 40], data_offsets: [0, 4] }), 'not as'],
    ['that ends early', tensor({ dtype: 'F32', shape: [5], data_offsets: [0, 20] }), 'ends at byte 20 of 16'],
    ['that starts past the end', tensor({ dtype: 'F32', shape: [1], data_offsets: [2 ** 50, 2 ** 50 + 4] }), 'ends at'],
  ])('%s is refused', async (_, bytes, reason) => {
    put('model.safetensors', bytes)
    await expect(opened()).rejects.toThrow(reason)
  })
})

test('pickles are not read, and the reason is told', async () => {
  put('pytorch_model.bin', 'x')
  await expect(opened()).rejects.toThrow('can run code')
})
