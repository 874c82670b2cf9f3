import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Quantization, QuantizeOrder } from '../../src/core/quantization.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { readImportance } from '../../src/engine/drivers/llama-cpp/quantize/imatrix.ts'
import { string, type Tensor, u32 } from '../../src/models/gguf/format.ts'
import { readGgufHeader } from '../../src/models/gguf/read-header.ts'
import { tensor } from '../../src/models/gguf/tensor.ts'
import { writeGguf } from '../../src/models/gguf/writer.ts'
import { readImatrix } from '../../src/models/quantize/imatrix.ts'
import { builtRuntime } from './built-runtime.ts'
import { childrenOf } from './processes.ts'
import { quantizeOrder, wideLlama } from './wide-llama.ts'

const folder = mkdtempSync(join(tmpdir(), 'trivet-quantize-'))
const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null })
const input = join(folder, 'f32.gguf')
const imatrix = join(folder, 'imatrix.gguf')
const WIDTH = 256
afterAll(() => rmSync(folder, { recursive: true }))

const model = wideLlama(WIDTH)
writeGguf(input, model)
writeImatrix(imatrix, 2)

function writeImatrix(path: string, count: number) {
  const matrices = model.tensors.filter(({ name, shape }) => shape.length === 2 && name.startsWith('blk.'))
  const tensors = matrices.flatMap(({ name, shape: [columns = 0] }): Tensor[] => [
    tensor(
      `${name}.in_sum2`,
      [columns, 1],
      'F32',
      Float32Array.from({ length: columns }, (_, i) => i + 1),
    ),
    tensor(`${name}.counts`, [1, 1], 'F32', Float32Array.of(count)),
  ])
  writeGguf(path, {
    metadata: new Map([
      ['general.type', string('imatrix')],
      ['imatrix.chunk_count', u32(1)],
    ]),
    tensors,
  })
}

function order(type: Quantization, change: Partial<QuantizeOrder> = {}): QuantizeOrder {
  return { ...quantizeOrder(folder, input, type), ...change }
}

async function quantize(wanted: QuantizeOrder, signal = new AbortController().signal) {
  const fractions: number[] = []
  await driver.quantize?.(wanted, { signal, onProgress: (fraction) => fractions.push(fraction) })
  return fractions
}

test('every type is one that llama.cpp writes, told as it goes', async () => {
  const sizes: Partial<Record<Quantization, number>> = {}
  for (const type of ['Q8_0', 'Q4_K_M', 'IQ4_XS', 'Q2_K'] as const) {
    const fractions = await quantize(order(type))
    expect(fractions.length).toBe(model.tensors.length)
    expect(fractions.at(-1)).toBe(1)
    const { metadata } = await readGgufHeader(join(folder, `${type}.gguf`))
    expect(metadata.get('general.file_type')).toBe({ Q8_0: 7, Q4_K_M: 15, IQ4_XS: 30, Q2_K: 10 }[type])
    sizes[type] = statSync(join(folder, `${type}.gguf`)).size
  }
  const inOrder = ['Q8_0', 'Q4_K_M', 'IQ4_XS', 'Q2_K'].map((type) => sizes[type as Quantization])
  expect(inOrder).toEqual([...inOrder].sort((a, b) => Number(b) - Number(a)))
})

test('an importance matrix is read as means, reaches llama.cpp, and changes what it writes', async () => {
  const means = (await readImportance(await readImatrix(imatrix))).get('blk.0.attn_q.weight')
  expect(means?.slice(0, 3)).toEqual(Float32Array.of(0.5, 1, 1.5))
  const matrix = await readImatrix(imatrix)
  await quantize(order('IQ2_XXS', { imatrix: matrix }))
  await quantize(order('Q4_K_S'))
  const without = readFileSync(join(folder, 'Q4_K_S.gguf'))
  await quantize(order('Q4_K_S', { imatrix: matrix }))
  expect(readFileSync(join(folder, 'Q4_K_S.gguf')).equals(without)).toBe(false)
})

test('experts that saw nothing weigh all columns alike', async () => {
  const path = join(folder, 'none.gguf')
  writeImatrix(path, 0)
  expect((await readImportance(await readImatrix(path))).get('blk.0.attn_q.weight')).toEqual(
    new Float32Array(WIDTH).fill(1),
  )
})

test.each([
  ['a type that needs an importance matrix', () => order('IQ2_XXS'), 'this quantization requires an imatrix!'],
  ['a file that is not there', () => order('Q8_0', { input: '/nowhere.gguf' }), /nowhere\.gguf/],
])('%s is refused in words', async (_, wanted, reason) => {
  await expect(quantize(wanted())).rejects.toMatchObject({
    code: 'quantize_failed',
    details: { reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
  })
})

test('what is no importance matrix is refused in words', async () => {
  await expect(readImatrix(input)).rejects.toThrow('but no importance matrix')
  await expect(readImatrix(text())).rejects.toThrow('llama-imatrix turns its old format into GGUF')
  await expect(readImatrix('/nowhere')).rejects.toThrow("can't be read (ENOENT)")
})

test('what is quantized already is only quantized again when told so', async () => {
  await quantize(order('Q8_0'))
  const again = { input: join(folder, 'Q8_0.gguf'), output: join(folder, 'again.gguf') }
  await expect(quantize(order('Q4_0', again))).rejects.toMatchObject({
    details: { reason: 'requantizing from type q8_0 is disabled' },
  })
  await quantize(order('Q4_0', { ...again, allowRequantize: true }))
})

test('cancelling ends the child', async () => {
  const controller = new AbortController()
  const running = driver.quantize?.(order('Q4_K_M'), { signal: controller.signal, onProgress: () => {} })
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'request_cancelled' })
  expect(childrenOf(process.pid)).toEqual([])
})

function text(): string {
  const path = join(folder, 'imatrix.dat')
  writeFileSync(path, 'not a GGUF file, but more than a few bytes long')
  return path
}
