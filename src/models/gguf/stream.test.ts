import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Tensor } from './format.ts'
import { string } from './format.ts'
import { type StreamedTensor, streamGguf } from './stream.ts'
import { tensor } from './tensor.ts'
import { encodeGguf } from './writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'trivet-stream-'))
const path = join(folder, 'm.gguf')
afterAll(() => rmSync(folder, { recursive: true }))

const metadata = new Map([['general.name', string('streamed')]])
const tensors = [
  tensor(
    'a',
    [3, 5],
    'F32',
    Float32Array.from({ length: 15 }, (_, i) => i),
  ),
  tensor(
    'b',
    [64],
    'Q8_0',
    Float32Array.from({ length: 64 }, (_, i) => i - 32),
  ),
]

/** The tensor's bytes, seven at a time. */
function inPieces({ data, ...info }: Tensor): StreamedTensor {
  return {
    ...info,
    async *data() {
      for (let i = 0; i < data.length; i += 7) yield data.subarray(i, i + 7)
    },
  }
}

const watch = (signal = new AbortController().signal) => ({ signal, onProgress: () => {} })

test('piece by piece or at once, the file is the same', async () => {
  const progress: [number, number][] = []
  const onProgress = (done: number, total: number) => progress.push([done, total])
  await streamGguf(path, metadata, tensors.map(inPieces), { ...watch(), onProgress })
  const whole = encodeGguf({ metadata, tensors })
  expect(readFileSync(path).equals(whole)).toBe(true)
  expect(progress.at(-1)).toEqual([whole.length, whole.length])
})

test('data that does not fill its tensor is refused', async () => {
  const [first, second] = tensors.map(inPieces)
  const short = { ...first, shape: [4, 5] } as StreamedTensor
  await expect(streamGguf(path, metadata, [short, second as StreamedTensor], watch())).rejects.toThrow(
    'a: 60 bytes, expected 80',
  )
})

test('it ends between two pieces when told so', async () => {
  const controller = new AbortController()
  const onProgress = (done: number) => done > 100 && controller.abort()
  await expect(
    streamGguf(path, metadata, tensors.map(inPieces), { signal: controller.signal, onProgress }),
  ).rejects.toThrow('aborted')
})

test('how much there will be is told before anything is written', async () => {
  const told: number[] = []
  const begin = async (bytes: number) => {
    told.push(bytes)
    throw new Error('too much')
  }
  const other = join(folder, 'other.gguf')
  await expect(streamGguf(other, metadata, tensors.map(inPieces), { ...watch(), begin })).rejects.toThrow('too much')
  expect(told).toEqual([encodeGguf({ metadata, tensors }).length])
  expect(existsSync(other)).toBe(false)
})
