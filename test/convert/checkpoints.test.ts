import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { convertFolder } from '../../src/models/convert/convert-folder.ts'
import { toFloats } from '../../src/models/convert/safetensors/dtype.ts'
import { readGgufHeader } from '../../src/models/gguf/read-header.ts'
import { encodeValues } from '../../src/models/gguf/tensor.ts'
import { writeFolder } from '../fixtures/huggingface/folder.ts'
import { decoderLogits, type Weights } from '../fixtures/huggingface/forward.ts'
import { decoders } from '../fixtures/huggingface/models.ts'
import { encodeSafetensors, f32, type Weight } from '../fixtures/huggingface/safetensors.ts'
import { inEngine, lastLogits } from './engine.ts'

/** The forms that checkpoints come in, all of them the same model. */

const root = mkdtempSync(join(tmpdir(), 'trivet-checkpoints-'))
afterAll(() => rmSync(root, { recursive: true }))

const WATCH = { signal: new AbortController().signal, onProgress: () => {} }
const PROMPT = [3, 141, 59, 26, 53, 58]

const qwen = () => {
  const make = decoders['qwen3, its heads normed and wider than they would be']
  if (make === undefined) throw new Error('no such model')
  return make()
}

async function convert(folder: string) {
  const output = `${folder}.gguf`
  const { warnings } = await convertFolder({ folder, output, type: 'F32', name: 'm' }, WATCH)
  return { output, warnings }
}

async function expectLogits(output: string, weights: Weights): Promise<void> {
  const expected = decoderLogits(qwen().computation, weights, PROMPT)
  const logits = await inEngine(output, (instance) => lastLogits(instance, PROMPT))
  expect(Math.max(...logits.map((logit, i) => Math.abs(logit - (expected[i] ?? Number.NaN))))).toBeLessThan(1e-3)
}

/** The model with its tensors stored some other way, and the weights that this comes to. */
function restored(name: string, store: (name: string, values: Float32Array, shape: readonly number[]) => Stored) {
  const model = qwen()
  const weights: Record<string, Weights[string]> = {}
  const folder = writeFolder(join(root, name), model, (tensor, shape, values) => {
    const { stored, comesTo } = store(tensor, values, shape)
    weights[tensor] = { shape, values: comesTo }
    return stored
  })
  return { folder, weights }
}

interface Stored {
  readonly stored: Record<string, Weight>
  readonly comesTo: Float32Array
}

test('bfloat16', async () => {
  const { folder, weights } = restored('bfloat16', (name, values, shape) => {
    const data = encodeValues('BF16', values)
    return { stored: { [name]: { dtype: 'BF16', shape, data } }, comesTo: toFloats('BF16', data) }
  })
  await expectLogits((await convert(folder)).output, weights)
})

test('8-bit floats with a scale for each block, beside norms that have none', async () => {
  const [rows, columns] = [48, 24]
  const { folder, weights } = restored('float8', (name, values, shape) => {
    const [height = 1, width = 1] = shape
    if (!name.endsWith('_proj.weight')) return { stored: { [name]: f32(shape, values) }, comesTo: values }
    const [down, across] = [Math.ceil(height / rows), Math.ceil(width / columns)]
    const scales = Float32Array.from({ length: down * across }, (_, i) => 0.001 * (i + 1))
    const data = Uint8Array.from(values, (value) => 0x38 + Math.round(Math.abs(value) * 20) + (value < 0 ? 0x80 : 0))
    const comesTo = toFloats('F8_E4M3', data).map((value, i) => {
      const block = Math.floor(Math.floor(i / width) / rows) * across + Math.floor((i % width) / columns)
      return value * (scales[block] ?? Number.NaN)
    })
    const stored = { [name]: { dtype: 'F8_E4M3', shape, data }, [`${name}_scale_inv`]: f32([down, across], scales) }
    return { stored, comesTo }
  })
  const path = join(folder, 'config.json')
  const quantization_config = { quant_method: 'fp8', weight_block_size: [rows, columns] }
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), quantization_config }))
  await expectLogits((await convert(folder)).output, weights)
})

test('shards, and names without the word before them', async () => {
  const model = qwen()
  const folder = writeFolder(join(root, 'shards'), model)
  rmSync(join(folder, 'model.safetensors'))
  const names = Object.keys(model.weights)
  const map: Record<string, string> = {}
  for (const [shard, of] of [names.filter((_, i) => i % 2 === 0), names.filter((_, i) => i % 2 === 1)].entries()) {
    const file = `model-0000${shard + 1}-of-00002.safetensors`
    const tensors = of.map((name): [string, Weight] => {
      const { shape, values } = model.weights[name] as Weights[string]
      return [name.replace(/^model\./, ''), f32(shape, values)]
    })
    writeFileSync(join(folder, file), encodeSafetensors(Object.fromEntries(tensors)))
    for (const [name] of tensors) map[name] = file
  }
  writeFileSync(join(folder, 'model.safetensors.index.json'), JSON.stringify({ weight_map: map }))
  await expectLogits((await convert(folder)).output, model.weights)
})

test('the text of a model that also sees, whose eyes are left out with a word', async () => {
  const model = decoders['gemma3 with two kinds of positions']?.()
  if (model === undefined) throw new Error('no such model')
  const { architectures: _, ...text } = model.config
  const eye = { 'vision_tower.patch.weight': { shape: [2, 2], values: new Float32Array(4) } }
  const renamed = Object.entries(model.weights).map(([name, weight]) => [`language_model.${name}`, weight])
  const folder = writeFolder(join(root, 'sees'), {
    ...model,
    config: { architectures: ['Gemma3ForConditionalGeneration'], text_config: text },
    weights: { ...Object.fromEntries(renamed), ...eye },
  })
  const { output, warnings } = await convert(folder)
  expect(warnings).toEqual(['Only the part about text is converted; what the model sees or hears with is left out.'])
  const expected = decoderLogits(model.computation, model.weights, PROMPT)
  const logits = await inEngine(output, (instance) => lastLogits(instance, PROMPT))
  expect(Math.max(...logits.map((logit, i) => Math.abs(logit - (expected[i] ?? Number.NaN))))).toBeLessThan(1e-3)
})

test('a tied output that is stored all the same is not written twice', async () => {
  const model = qwen()
  const embeddings = model.weights['model.embed_tokens.weight'] as Weights[string]
  const folder = writeFolder(join(root, 'tied'), {
    ...model,
    weights: { ...model.weights, 'lm_head.weight': embeddings },
  })
  const { tensors } = await readGgufHeader((await convert(folder)).output)
  expect(tensors.map(({ name }) => name)).not.toContain('output.weight')
  await expectLogits(`${folder}.gguf`, model.weights)
})

test('weights that another program has quantized are refused by its name', async () => {
  const model = qwen()
  const config = { ...model.config, quantization_config: { quant_method: 'gptq' } }
  const folder = writeFolder(join(root, 'gptq'), { ...model, config })
  await expect(convert(folder)).rejects.toThrow('its weights are quantized by gptq')
  expect(readdirSync(root)).not.toContain('gptq.gguf')
})

test('positions that llama.cpp can not scale are refused by their name', async () => {
  const model = qwen()
  const config = { ...model.config, rope_scaling: { rope_type: 'dynamic', factor: 2 } }
  const folder = writeFolder(join(root, 'dynamic'), { ...model, config })
  await expect(convert(folder)).rejects.toThrow("llama.cpp can't scale positions by dynamic")
})
