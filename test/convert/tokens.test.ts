import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { afterAll, describe, expect, test } from 'vitest'
import { convertFolder } from '../../src/models/convert/convert-folder.ts'
import { writeFolder } from '../fixtures/huggingface/folder.ts'
import { decoders, encoders, type TinyModel } from '../fixtures/huggingface/models.ts'
import { encodeSentencePiece } from '../fixtures/huggingface/sentencepiece.ts'
import {
  byteLevelTokenizer,
  sentencePieceTokenizer,
  type TokenizerFiles,
  unigramTokenizer,
  vocabularySize,
  wordPieceTokenizer,
} from '../fixtures/huggingface/tokenizers.ts'
import { inEngine, tokenIds } from './engine.ts'

const root = mkdtempSync(join(tmpdir(), 'trivet-tokens-'))
afterAll(() => rmSync(root, { recursive: true }))

const WATCH = { signal: new AbortController().signal, onProgress: () => {} }

const TEXTS = [
  'the cat sat on the mat',
  'The Cats happily sat, and sat; and SAT!',
  "they're here, we'll play: I've 12345 cats and 7 dogs",
  'caf\u00e9 na\u00efve \u65e5\u672c\u8a9e \u{1f408}',
  '  two spaces,\n\nlines\tand tabs ',
  'unbelievable 3.14 (x+y)*z <tag>',
]

/** A random model with another tokenizer; its embeddings grow to fit. */
function withTokenizer<T>(model: TinyModel<T>, tokenizer: TokenizerFiles): TinyModel<T> {
  const size = vocabularySize(tokenizer)
  const resized = ([name, weight]: [string, TinyModel<T>['weights'][string]]) => {
    const [, columns = 1] = weight.shape
    if (!/embed_tokens|lm_head|word_embeddings/.test(name)) return [name, weight]
    return [name, { shape: [size, columns], values: new Float32Array(size * columns).fill(0.1) }]
  }
  return {
    ...model,
    tokenizer,
    config: { ...model.config, vocab_size: size },
    weights: Object.fromEntries(Object.entries(model.weights).map(resized)),
  }
}

const llama = () => decoders['llama with scaled positions']?.() as TinyModel<unknown>
const bert = () => encoders.bert?.() as TinyModel<unknown>

const KINDS: Record<string, { model: TinyModel<unknown>; texts?: readonly string[] }> = {
  "bytes, cut as Llama 3's": {
    model: withTokenizer(llama(), byteLevelTokenizer('llama3', true)),
    texts: ['<|im_start|>the cat<|im_end|>the dog'],
  },
  "bytes, cut as Qwen's": { model: withTokenizer(llama(), byteLevelTokenizer('qwen2', false)) },
  "bytes, cut as GPT-2's": { model: withTokenizer(llama(), byteLevelTokenizer('gpt-2', false)) },
  "bytes, cut as SmolLM's": { model: withTokenizer(llama(), byteLevelTokenizer('smollm', true)) },
  'SentencePiece with a space before': { model: withTokenizer(llama(), sentencePieceTokenizer(true)) },
  'SentencePiece without one': {
    model: withTokenizer(llama(), sentencePieceTokenizer(false)),
    texts: ['the cat<end_of_turn>sat'],
  },
  WordPiece: { model: withTokenizer(bert(), wordPieceTokenizer()), texts: ['the [MASK] sat'] },
  Unigram: { model: withTokenizer(encoders['xlm-roberta']?.() as TinyModel<unknown>, unigramTokenizer()) },
}

async function convert(name: string, model: TinyModel<unknown>): Promise<string> {
  const folder = join(root, name.replace(/\W/g, '-'))
  const output = `${folder}.gguf`
  await convertFolder({ folder: writeFolder(folder, model), output, type: 'F16', name }, WATCH)
  return output
}

describe('a converted tokenizer makes the same tokens as the original', () => {
  test.each(Object.entries(KINDS))('%s', async (name, { model, texts = [] }) => {
    const original = new Tokenizer(model.tokenizer.json, model.tokenizer.config)
    await inEngine(await convert(name, model), async (instance) => {
      for (const text of [...TEXTS, ...texts]) {
        expect({ text, ids: await tokenIds(instance, text) }).toEqual({ text, ids: original.encode(text).ids })
      }
    })
  })
})

test('a SentencePiece model of its own makes the same tokens as tokenizer.json', async () => {
  const tokenizer = sentencePieceTokenizer(true)
  const model = withTokenizer(llama(), tokenizer)
  const folder = writeFolder(join(root, 'own'), model)
  rmSync(join(folder, 'tokenizer.json'))
  writeFileSync(join(folder, 'tokenizer.model'), encodeSentencePiece(tokenizer))
  const output = join(root, 'own.gguf')
  await convertFolder({ folder, output, type: 'F16', name: 'own' }, WATCH)
  const original = new Tokenizer(tokenizer.json, tokenizer.config)
  await inEngine(output, async (instance) => {
    for (const text of TEXTS) expect(await tokenIds(instance, text)).toEqual(original.encode(text).ids)
  })
})

test("a list of BERT's tokens makes the same tokens as tokenizer.json", async () => {
  const tokenizer = wordPieceTokenizer()
  const folder = writeFolder(join(root, 'list'), withTokenizer(bert(), tokenizer))
  rmSync(join(folder, 'tokenizer.json'))
  rmSync(join(folder, 'tokenizer_config.json'))
  const { vocab } = tokenizer.json.model as { vocab: Record<string, number> }
  const inOrder = Object.entries(vocab).sort(([, a], [, b]) => a - b)
  writeFileSync(join(folder, 'vocab.txt'), `${inOrder.map(([token]) => token).join('\n')}\n`)
  const output = join(root, 'list.gguf')
  await convertFolder({ folder, output, type: 'F16', name: 'list' }, WATCH)
  const original = new Tokenizer(tokenizer.json, tokenizer.config)
  await inEngine(output, async (instance) => {
    for (const text of TEXTS) expect(await tokenIds(instance, text)).toEqual(original.encode(text).ids)
  })
})
