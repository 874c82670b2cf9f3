import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { afterAll, describe, expect, test } from 'vitest'
import { convertFolder } from '../../src/models/convert/convert-folder.ts'
import type { TensorType } from '../../src/models/gguf/format.ts'
import { writeFolder } from '../fixtures/huggingface/folder.ts'
import { decoderLogits, encoderStates, linear, type Weights } from '../fixtures/huggingface/forward.ts'
import { decoders, encoders, rerankers, type TinyModel } from '../fixtures/huggingface/models.ts'
import { vocabularySize } from '../fixtures/huggingface/tokenizers.ts'
import { embedding, inEngine, lastLogits, score } from './engine.ts'

const root = mkdtempSync(join(tmpdir(), 'trivet-convert-'))
afterAll(() => rmSync(root, { recursive: true }))

const WATCH = { signal: new AbortController().signal, onProgress: () => {} }

async function converted(name: string, model: TinyModel<unknown>, type: TensorType = 'F32'): Promise<string> {
  const folder = writeFolder(join(root, name), model)
  const output = join(root, `${name}.gguf`)
  await convertFolder({ folder, output, type, name }, WATCH)
  return output
}

/** Ids of all over the vocabulary, enough of them to leave a window of four behind. */
function somePrompt({ tokenizer }: TinyModel<unknown>): number[] {
  const size = vocabularySize(tokenizer)
  return Array.from({ length: 12 }, (_, i) => (7 + i * i * 31) % size)
}

function largestDifference(a: readonly number[], b: readonly number[]): number {
  expect(a).toHaveLength(b.length)
  return Math.max(...a.map((value, i) => Math.abs(value - (b[i] ?? Number.NaN))))
}

describe('a converted model computes what its checkpoint does', () => {
  test.each(Object.entries(decoders))('%s', async (name, make) => {
    const model = make()
    const prompt = somePrompt(model)
    const expected = decoderLogits(model.computation, model.weights, prompt)
    const logits = await inEngine(await converted(name, model), (instance) => lastLogits(instance, prompt))
    // Random logits are this far apart: were one step another, the difference would be of their size.
    expect(Math.max(...expected) - Math.min(...expected)).toBeGreaterThan(0.5)
    expect(largestDifference(logits, expected)).toBeLessThan(1e-3)
  })

  test.each(Object.entries(encoders))('%s', async (name, make) => {
    const model = make()
    const prompt = somePrompt(model)
    const states = encoderStates(model.computation, model.weights, prompt)
    const mean = (states[0] ?? []).map((_, i) => states.reduce((sum, state) => sum + (state[i] ?? 0), 0))
    const length = Math.hypot(...mean)
    const vector = await inEngine(await converted(name, model), (instance) => embedding(instance, prompt))
    expect(
      largestDifference(
        vector,
        mean.map((value) => value / length),
      ),
    ).toBeLessThan(1e-3)
  })

  test.each(Object.entries(rerankers))('%s with a classifier', async (name, make) => {
    const model = make()
    const weights = withoutPrefix(model.weights)
    const [query, document] = ['the cat', 'a happy cat sat']
    const tokenizer = new Tokenizer(model.tokenizer.json, model.tokenizer.config)
    const { ids } = tokenizer.encode(query, { text_pair: document })
    const [first = []] = encoderStates(model.computation, weights, ids)
    const dense = 'classifier.dense.weight' in weights ? 'classifier.dense' : 'pooler.dense'
    const top = 'classifier.out_proj.weight' in weights ? 'classifier.out_proj' : 'classifier'
    const [expected = Number.NaN] = linear(weights, top, linear(weights, dense, first).map(Math.tanh))
    const path = await converted(`${name}-reranker`, model)
    const scored = await inEngine(path, (instance) => score(instance, query, document))
    expect(Math.abs(scored - expected)).toBeLessThan(1e-3)
  })
})

function withoutPrefix(weights: Weights): Weights {
  return Object.fromEntries(
    Object.entries(weights).map(([name, value]) => [name.replace(/^(bert|roberta)\./, ''), value]),
  )
}
