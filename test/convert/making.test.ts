import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../src/models/catalogue/catalogue.ts'
import type { ConversionOrder } from '../../src/models/convert/convert.ts'
import type { Converter } from '../../src/models/convert/converter.ts'
import { childrenOf } from '../engine/processes.ts'
import { writeFolder } from '../fixtures/huggingface/folder.ts'
import { decoders, encoders, type TinyModel } from '../fixtures/huggingface/models.ts'
import { models } from '../fixtures/models.ts'
import { converterIn, Watch } from './store.ts'

let root: string
let converter: Converter
let store: Catalogue

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'trivet-making-'))
  ;({ converter, store } = await converterIn(root))
})
afterEach(() => {
  expect(childrenOf(process.pid)).toEqual([])
  rmSync(root, { recursive: true })
})

const qwen = () => decoders['qwen3, its heads normed and wider than they would be']?.() as TinyModel<unknown>

function order(change: Partial<ConversionOrder> = {}): ConversionOrder {
  const folder = writeFolder(join(root, 'Qwen-tiny'), qwen())
  return { folder, id: 'qwen:F16', type: 'F16', imatrix: null, pure: false, ...change }
}

/** What lies in the store and isn't a model, a lock or a note. */
function leftovers(): string[] {
  return readdirSync(join(root, 'store', '.staging'))
}

describe('a conversion', () => {
  test('is written, tried and published, in this order, and tells of it', async () => {
    const watch = new Watch()
    const { model, warnings } = await converter.convert(order(), watch)
    expect(watch.stages).toEqual(['converting', 'validating', 'publishing'])
    expect(warnings).toEqual([])
    expect(model).toMatchObject({ id: 'qwen:F16', source: 'trivet', invalid: null, owned: true })
    expect(model.facts).toMatchObject({ architecture: 'qwen3' })
    expect(store.find('qwen:F16').path).toBe(model.path)
    expect(leftovers()).toEqual([])
  })

  test('to a type that llama.cpp makes goes by halves', async () => {
    const watch = new Watch()
    const { model } = await converter.convert(order({ id: 'qwen:Q4_0', type: 'Q4_0' }), watch)
    expect(watch.stages).toEqual(['converting', 'quantizing', 'validating', 'publishing'])
    expect(model.facts?.quantization).toBe('Q4_0')
    expect(readdirSync(join(model.path, '..')).sort()).toEqual(['manifest.json', 'qwen-Q4_0.gguf'])
  })

  test('of an embedder is tried as one', async () => {
    const folder = writeFolder(join(root, 'bert'), encoders.bert?.() as TinyModel<unknown>)
    const { model, warnings } = await converter.convert(order({ folder, id: 'bert', type: 'Q8_0' }), new Watch())
    expect(model.facts).toMatchObject({ architecture: 'bert' })
    expect(warnings).toEqual(['No modules.json says how to pool; the mean is taken, as sentence-transformers does.'])
  })

  test.each(['converting', 'quantizing', 'validating', 'publishing'])(
    'that is cancelled while %s leaves nothing',
    async (stage) => {
      const made = converter.convert(order({ type: 'Q4_0' }), new Watch(stage))
      await expect(made).rejects.toMatchObject({ code: 'request_cancelled' })
      expect([store.list(), leftovers()]).toEqual([[], []])
    },
  )

  test('of another kind of model is refused by name, and leaves nothing', async () => {
    const model = qwen()
    const folder = writeFolder(join(root, 'rwkv'), { ...model, config: { ...model.config, architectures: ['Rwkv'] } })
    const refused = await converter.convert(order({ folder }), new Watch()).catch((error) => error)
    expect(refused).toMatchObject({ code: 'convert_failed', message: expect.stringMatching(/Rwkv is no architecture/) })
    expect(leftovers()).toEqual([])
  })

  test('of a tensor that has no place is refused by its name', async () => {
    const model = qwen()
    const extra = { 'model.layers.0.self_attn.gate.weight': { shape: [1, 1], values: Float32Array.of(1) } }
    const folder = writeFolder(join(root, 'extra'), { ...model, weights: { ...model.weights, ...extra } })
    await expect(converter.convert(order({ folder }), new Watch())).rejects.toThrow(/self_attn\.gate\.weight/)
  })

  test('of weights that are no numbers fails in its trial', async () => {
    const model = qwen()
    const norm = { 'model.norm.weight': { shape: [32], values: new Float32Array(32).fill(Number.NaN) } }
    const folder = writeFolder(join(root, 'nan'), { ...model, weights: { ...model.weights, ...norm } })
    await expect(converter.convert(order({ folder }), new Watch())).rejects.toThrow(/computes no numbers/)
    expect(leftovers()).toEqual([])
  })

  test('of a model with a tensor missing tells what llama.cpp says', async () => {
    const model = qwen()
    const { 'model.norm.weight': _, ...weights } = model.weights
    const folder = writeFolder(join(root, 'missing'), { ...model, weights })
    const failed = await converter.convert(order({ folder }), new Watch()).catch((error) => error)
    expect(failed).toMatchObject({ code: 'model_load_failed', message: expect.stringMatching(/output_norm/) })
  })

  test('that a crash broke off starts anew', async () => {
    const { folder } = order()
    await expect(converter.convert(order({ folder }), new Watch('validating'))).rejects.toThrow()
    const { model } = await converter.convert(order({ folder }), new Watch())
    expect(model.invalid).toBeNull()
  })

  test('tells where the tokens are not the original ones', async () => {
    const wish = order()
    const path = join(wish.folder, 'tokenizer.json')
    const json = JSON.parse(readFileSync(path, 'utf8'))
    // llama.cpp doesn't normalize what it cuts into bytes.
    writeFileSync(path, JSON.stringify({ ...json, normalizer: { type: 'Lowercase' } }))
    const { warnings } = await converter.convert(wish, new Watch())
    expect(warnings).toEqual([
      expect.stringMatching(/^llama.cpp makes other tokens than the original tokenizer of "Hello/),
    ])
  })
})

describe('a quantization', () => {
  test('makes a model beside the one it is made of', async () => {
    const input = join(root, 'noise.gguf')
    copyFileSync(models.random(), input)
    const watch = new Watch()
    const plain = { imatrix: null, allowRequantize: false, pure: false, keepOutput: false }
    const { model } = await converter.quantize(
      { input, id: 'noise:Q8_0', source: 'noise', type: 'Q8_0', ...plain },
      watch,
    )
    expect(watch.stages).toEqual(['quantizing', 'validating', 'publishing'])
    expect(model).toMatchObject({ id: 'noise:Q8_0', invalid: null })
    expect(model.facts?.quantization).toBe('Q8_0')
  })

  test('tells of matrices that could not get the type, with its own name on the file', async () => {
    const plain = { imatrix: null, allowRequantize: true, pure: false, keepOutput: false }
    const input = join(import.meta.dirname, '../../models/demo.gguf')
    const wish = { input, id: 'demo:IQ1_S', source: 'demo', type: 'IQ1_S', ...plain } as const
    const { warnings } = await converter.quantize(wish, new Watch())
    expect(warnings).toEqual([
      expect.stringMatching(/^29 of 29 matrices .* llama\.cpp made them IQ4_NL, Q4_0, Q8_0 instead/),
    ])
  })
})
