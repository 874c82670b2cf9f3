import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildRandom } from '../../../test/fixtures/gguf/index.ts'
import type { Quantization } from '../../core/quantization.ts'
import { tensor } from '../gguf/tensor.ts'
import { writeGguf } from '../gguf/writer.ts'
import { checkQuantizable } from './check-quantizable.ts'

const root = mkdtempSync(join(tmpdir(), 'trivet-quantizable-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Quantized, with norms in F32. */
const demo = join(import.meta.dirname, '../../../models/demo.gguf')
const plain = join(root, 'plain.gguf')
writeFileSync(plain, buildRandom())
/** Whose output matrix alone is quantized. */
const output = join(root, 'output.gguf')
writeGguf(output, {
  metadata: new Map(),
  tensors: [
    tensor('token_embd.weight', [32, 2], 'F16', new Float32Array(64)),
    tensor('output.weight', [32, 2], 'Q8_0', new Float32Array(64)),
  ],
})
const text = join(root, 'text.gguf')
writeFileSync(text, 'It is text, whatever its name says.')

const check = (input: string, type: Quantization, change: object = {}) =>
  checkQuantizable({
    ...{ input, id: 'new', source: 'old', type, imatrix: null, allowRequantize: false, pure: false, keepOutput: false },
    ...change,
  })

test.each<[string, string, Quantization]>([
  ['Q8_0 to a smaller type', demo, 'Q4_K_M'],
  ['Q8_0 to halves', demo, 'F16'],
  ['one matrix', output, 'Q4_0'],
])('what is quantized is refused, and how to have it told: %s', async (_, input, type) => {
  await expect(check(input, type)).rejects.toMatchObject({
    code: 'requantize_refused',
    status: 400,
    param: 'allow_requantize',
    message:
      '`old` has Q8_0 numbers, and what is quantized twice loses quality twice. Quantize a file in F32, F16 or BF16, or say `allow_requantize`: true.',
  })
})

test.each<[string, string, Quantization, object]>([
  ['it is allowed', demo, 'Q4_K_M', { allowRequantize: true }],
  ['nothing is quantized', plain, 'Q4_K_M', {}],
  ['all of it has the type already', demo, 'Q8_0', {}],
  ['the one quantized matrix stays as it is', output, 'Q4_0', { keepOutput: true }],
])('goes ahead where %s', async (_, input, type, change) => {
  expect(await check(input, type, change)).toBeUndefined()
})

test.each([
  ['a folder', root, "can not be quantized: it can't be read (not a file)."],
  ['no file', join(root, 'nothing'), "can not be quantized: it can't be read (ENOENT)."],
  ['another format', text, 'can not be quantized: it is no GGUF file'],
])('%s is refused as the model', async (_, input, words) => {
  const message = expect.stringContaining(words)
  await expect(check(input, 'Q8_0')).rejects.toMatchObject({ code: 'invalid_value', param: 'model', message })
})
