import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeSafetensors, f32, type Weight } from '../../../../test/fixtures/huggingface/safetensors.ts'
import type { TensorType } from '../../gguf/format.ts'
import { byteLength, encodeValues } from '../../gguf/tensor.ts'
import { HfConfig } from '../config.ts'
import { openCheckpoint } from '../safetensors/checkpoint.ts'
import { streamedTensor } from './convert.ts'
import { neighbouringHalves, type TakenTensor } from './recipe.ts'
import { sourceTensor } from './source.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-tensors-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function converted(
  tensors: Record<string, Weight>,
  recipe: TakenTensor,
  type: TensorType,
  quantization: object = {},
): Promise<{ type: TensorType; shape: readonly number[]; bytes: Buffer }> {
  writeFileSync(join(folder, 'model.safetensors'), encodeSafetensors(tensors))
  const checkpoint = await openCheckpoint(folder)
  const config = new HfConfig({ architectures: ['X'], quantization_config: quantization })
  const tensor = streamedTensor(recipe, await sourceTensor(checkpoint, recipe.source, config), type)
  const pieces: Uint8Array[] = []
  for await (const piece of tensor.data()) pieces.push(piece)
  await checkpoint.close()
  const bytes = Buffer.concat(pieces)
  expect(bytes.length).toBe(byteLength(tensor))
  return { type: tensor.type, shape: tensor.shape, bytes }
}

const floats = (bytes: Buffer) => [...new Float32Array(new Uint8Array(bytes).buffer)]
const counted = (count: number) => Float32Array.from({ length: count }, (_, i) => i)
const take = (target = 'blk.0.attn_q.weight', more: Partial<TakenTensor> = {}) => ({ target, source: 'w', ...more })

test('each half of a head is interleaved with the other, head by head', async () => {
  const { shape, bytes } = await converted(
    { w: f32([8, 1], counted(8)) },
    take(undefined, { rows: neighbouringHalves(8, 2) }),
    'F32',
  )
  expect(shape).toEqual([1, 8])
  expect(floats(bytes)).toEqual([0, 2, 1, 3, 4, 6, 5, 7])
})

test('norms are exact, moved by their shift; biases and vectors too', async () => {
  const norm = await converted({ w: f32([3], counted(3)) }, take('blk.0.attn_norm.weight', { shift: 1 }), 'F16')
  expect([norm.type, floats(norm.bytes)]).toEqual(['F32', [1, 2, 3]])
})

test('numbers that are already as wanted are copied, bit by bit', async () => {
  const data = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
  const { type, bytes } = await converted({ w: { dtype: 'BF16', shape: [2, 2], data } }, take(), 'BF16')
  expect([type, [...bytes]]).toEqual(['BF16', [...data]])
})

test('rows that are not whole blocks are halves', async () => {
  const values = counted(2 * 33)
  const { type, bytes } = await converted({ w: f32([2, 33], values) }, take(), 'Q8_0')
  expect([type, bytes]).toEqual(['F16', Buffer.from(encodeValues('F16', values))])
})

test('a matrix larger than one piece comes out whole', async () => {
  const values = counted(700 * 1024).map((value) => Math.sin(value))
  const { bytes } = await converted({ w: f32([700, 1024], values) }, take(), 'Q8_0')
  expect(bytes.equals(encodeValues('Q8_0', values))).toBe(true)
})

test('8-bit weights are multiplied by the scale of their block, in a last one that is cut short too', async () => {
  const w = { dtype: 'F8_E4M3', shape: [3, 3], data: new Uint8Array(9).fill(0x38) }
  const scales = f32([2, 2], Float32Array.of(1, 2, 3, 4))
  const quantization = { quant_method: 'fp8', weight_block_size: [2, 2] }
  const { bytes } = await converted({ w, w_scale_inv: scales }, take(), 'F32', quantization)
  expect(floats(bytes)).toEqual([1, 1, 2, 1, 1, 2, 3, 3, 4])
})

test('one scale for all, or one a row', async () => {
  const w = { dtype: 'F8_E4M3', shape: [2, 2], data: new Uint8Array(4).fill(0x38) }
  const all = await converted({ w, w_scale: f32([], Float32Array.of(0.5)) }, take(), 'F32')
  expect(floats(all.bytes)).toEqual([0.5, 0.5, 0.5, 0.5])
  const rows = await converted({ w, w_scale: f32([2, 1], Float32Array.of(2, 3)) }, take(), 'F32')
  expect(floats(rows.bytes)).toEqual([2, 2, 3, 3])
})

test('scales that do not fit, and types that hold no weights, are refused', async () => {
  const w = { dtype: 'F8_E4M3', shape: [2, 2], data: new Uint8Array(4) }
  await expect(converted({ w, w_scale_inv: f32([2, 2], counted(4)) }, take(), 'F32')).rejects.toThrow("don't fit")
  const packed = { dtype: 'I32', shape: [1, 1], data: new Uint8Array(4) }
  await expect(converted({ w: packed }, take(), 'F32')).rejects.toThrow('holds no weights')
})
