import { expect, test } from 'vitest'
import { chooseModel } from './choose.ts'

const files = (...names: string[]) => names.map((path, index) => ({ path, sizeBytes: 1000 - index }))
const choose = (names: string[], wish: { precisions?: string[]; file?: string } = {}) =>
  chooseModel(files(...names), { precisions: [], file: null, ...wish }, 'org/repo')

const FOUR = ['m-Q8_0.gguf', 'm-Q5_K_M.gguf', 'm-Q4_K_M.gguf', 'm-Q4_0.gguf']

test('GenieX prefers Q4_0, then Q4_K_M, then Q8_0, then what is smaller', () => {
  const order: string[] = []
  for (let left = FOUR; left.length > 0; left = left.filter((name) => name !== order.at(-1))) {
    order.push(choose(left).entry.path)
  }
  expect(order).toEqual(['m-Q4_0.gguf', 'm-Q4_K_M.gguf', 'm-Q8_0.gguf', 'm-Q5_K_M.gguf'])
  expect(choose(['m-Q6_K.gguf', 'm-Q3_K.gguf']).precision).toBe('Q3_K')
})

test('a precision is asked for in any case; one that is not there is told with those that are', () => {
  expect(choose(FOUR, { precisions: ['Q6_K', 'q5_k_m'] })).toMatchObject({
    precision: 'Q5_K_M',
    entry: { path: 'm-Q5_K_M.gguf' },
  })
  expect(() => choose(FOUR, { precisions: ['Q2_K', 'Q3_K'] })).toThrow(
    'has no Q2_K or Q3_K. It has Q8_0, Q5_K_M, Q4_K_M, Q4_0.',
  )
})

test('all parts are taken along, and missing ones named before anything is fetched', () => {
  const parts = ['Q4_0/m-00002-of-00003.gguf', 'Q4_0/m-00001-of-00003.gguf', 'Q4_0/m-00003-of-00003.gguf']
  const { weights, entry, precision } = choose(parts)
  expect(weights.map(({ path }) => path)).toEqual([...parts].sort())
  expect([entry.path, precision]).toEqual(['Q4_0/m-00001-of-00003.gguf', 'Q4_0'])
  expect(() => choose(parts.slice(0, 2))).toThrow('of 3 parts these are missing: m-00003-of-00003.gguf')
})

test('of several projectors the largest, of the same family if there is one', () => {
  expect(choose(['m-Q4_0.gguf', 'mmproj-F16.gguf', 'mmproj-Q8_0.gguf']).mmproj?.path).toBe('mmproj-F16.gguf')
  expect(choose(['m-Q4_0.gguf', 'mmproj-other-F32.gguf', 'mmproj-m-F16.gguf']).mmproj?.path).toBe('mmproj-m-F16.gguf')
  expect(choose(['m-Q4_0.gguf']).mmproj).toBeNull()
})

test('drafts are no models, and a file without a precision is the last choice', () => {
  expect(choose(['m-mtp-Q4_0.gguf', 'm-Q8_0.gguf']).entry.path).toBe('m-Q8_0.gguf')
  expect(choose(['m.gguf', 'm-Q2_K.gguf']).entry.path).toBe('m-Q2_K.gguf')
  expect(choose(['m.gguf'])).toMatchObject({ precision: null, entry: { path: 'm.gguf' } })
})

test('several models in one precision need a file name', () => {
  const two = ['small-Q4_0.gguf', 'large-Q4_0.gguf']
  expect(() => choose(two)).toThrow('several models in Q4_0: name one with `file`: small-Q4_0.gguf, large-Q4_0.gguf')
  expect(choose(two, { file: 'large-Q4_0.gguf' }).entry.path).toBe('large-Q4_0.gguf')
  expect(() => choose(two, { file: 'none.gguf' })).toThrow('no model in the file `none.gguf`')
})

test('what has only safetensors says what to do with them', () => {
  expect(() => choose(['model.safetensors', 'config.json'])).toThrow('POST /v1/models/convert')
  expect(() => choose(['README.md'])).toThrow('there is no GGUF file in it')
})

test('a model of whisper.cpp is a file, which has to be named where there are several', () => {
  const three = ['ggml-tiny.bin', 'ggml-tiny-q5_1.bin', 'ggml-tiny-encoder.mlmodelc.zip']
  expect(choose(three.slice(0, 1))).toMatchObject({ precision: null, entry: { path: 'ggml-tiny.bin' } })
  expect(() => choose(three)).toThrow('name one with `file`: ggml-tiny.bin, ggml-tiny-q5_1.bin.')
  expect(choose(three, { file: 'ggml-tiny-q5_1.bin' }).weights).toHaveLength(1)
  expect(choose(['m-Q4_0.gguf', ...three]).entry.path).toBe('m-Q4_0.gguf')
})
