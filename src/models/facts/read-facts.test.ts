import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scratch } from '../../../test/fakes/scratch.ts'
import { CORRUPT_FILES } from '../../../test/fixtures/gguf/corrupt.ts'
import { withMetadata } from '../../../test/fixtures/gguf/damage.ts'
import { buildEmbedder, buildRandom, buildReranker } from '../../../test/fixtures/gguf/index.ts'
import { randomModel } from '../../../test/fixtures/gguf/random.ts'
import { bool, numbers, string, strings, u32 } from '../gguf/format.ts'
import { encodeGguf } from '../gguf/writer.ts'
import { readFacts } from './read-facts.ts'

const folder = scratch()

test('tells what a model is', async () => {
  const facts = await factsOf(buildRandom({ type: 'Q8_0', contextTokens: 2048 }))
  expect(facts).toMatchObject({
    architecture: 'llama',
    name: 'random',
    contextTokens: 2048,
    embeddingSize: 64,
    layers: 2,
    quantization: 'Q8_0',
    // 512 × 64 in and out, a norm, and per layer 2 norms, attention of 64 × (64 + 32 + 32 + 64), 3 × 64 × 128.
    parameters: 2 * 512 * 64 + 64 + 2 * (2 * 64 + 64 * 192 + 3 * 64 * 128),
  })
  expect(facts.capabilities).toEqual({ ...NOTHING, generate: true, chat: true, tools: true })
})

test('an embedder embeds, a reranker ranks, and neither writes', async () => {
  expect((await factsOf(buildEmbedder())).capabilities).toEqual({ ...NOTHING, embedding: true })
  expect((await factsOf(buildReranker())).capabilities).toEqual({ ...NOTHING, rerank: true })
})

test('a chat template tells of tools and reasoning', async () => {
  const template = '{% if tools %}{{ tools }}{% endif %}{% if enable_thinking %}<think>{% endif %}'
  const facts = await factsOf(withMetadata(randomModel(), { 'tokenizer.chat_template': string(template) }))
  expect(facts.chatTemplate).toBe(template)
  expect(facts.capabilities).toMatchObject({ chat: true, tools: true, thinking: true })
})

test('a projector tells of images and sound', async () => {
  const projector = (sees: boolean, hears: boolean) =>
    encodeGguf({
      metadata: new Map([
        ['general.architecture', string('clip')],
        ['clip.has_vision_encoder', bool(sees)],
        ['clip.has_audio_encoder', bool(hears)],
      ]),
      tensors: [],
    })
  const model = file('model.gguf', buildRandom())
  const sees = await readFacts({ parts: [model], mmproj: file('eyes.gguf', projector(true, false)) })
  expect(sees.capabilities).toMatchObject({ vision: true, audio: false })
  const hears = await readFacts({ parts: [model], mmproj: file('ears.gguf', projector(false, true)) })
  expect(hears.capabilities).toMatchObject({ vision: false, audio: true })
  const broken = await readFacts({ parts: [model], mmproj: file('broken.gguf', Buffer.from('no')) })
  expect(broken.capabilities).toMatchObject({ vision: false, audio: false })
})

test('a quantization that the file does not declare is the one of most weights', async () => {
  const without = await factsOf(withMetadata(randomModel({ type: 'Q8_0' }), { 'general.file_type': null }))
  expect(without.quantization).toBe('Q8_0')
  const unknown = await factsOf(withMetadata(randomModel({ type: 'F16' }), { 'general.file_type': u32(9999) }))
  expect(unknown.quantization).toBe('F16')
})

test('a vocabulary of hundreds of thousands is stepped over', async () => {
  const texts = Array.from({ length: 300_000 }, (_, i) => `token ${i}`)
  const bytes = withMetadata(randomModel(), {
    'tokenizer.ggml.tokens': strings(texts),
    'tokenizer.ggml.scores': numbers(
      'f32',
      texts.map(() => 0),
    ),
    'llama.context_length': u32(77),
  })
  expect((await factsOf(bytes)).contextTokens).toBe(77)
})

/** What the header alone shows to be wrong. Everything else is for the engine to say: it knows what it can run. */
const REASONS: Readonly<Record<string, RegExp>> = {
  'zero-byte': /is empty/,
  garbage: /does not begin with `GGUF`/,
  text: /does not begin with `GGUF`/,
  'magic-then-garbage': /claims to have \d+ tensors/,
  'version-99': /version 99/,
  'big-endian': /big-endian/,
  'truncated-header': /cut off within its header/,
  'truncated-half': /cut off: .* `blk\.0\.attn_q\.weight`/,
  'truncated-end': /cut off: .* `blk\.1\.ffn_down\.weight`/,
  'huge-tensor-count': /claims to have 1099511627776 tensors/,
  'huge-metadata-count': /claims to have 1099511627776 metadata values/,
  'huge-string': /claims to be 1152921504606847000 bytes long/,
  'empty-key': /has no name/,
  'offset-past-end': /cut off: .* `blk\.1\.ffn_up\.weight`/,
}

test.each(CORRUPT_FILES)('$name', async ({ name, bytes }) => {
  const reading = factsOf(bytes())
  const reason = REASONS[name]
  if (reason) await expect(reading).rejects.toThrow(reason)
  else await expect(reading).resolves.toHaveProperty('architecture')
})

test('no prefix of a file is taken for the file, nor does one crash the reader', async () => {
  const whole = buildRandom()
  const cuts = Array.from({ length: 200 }, (_, i) => Math.floor((whole.length * i) / 200))
  for (const cut of cuts) await expect(factsOf(whole.subarray(0, cut)), `${cut} bytes`).rejects.toThrow(/it is|GGUF/)
})

const NOTHING = {
  generate: false,
  chat: false,
  tools: false,
  thinking: false,
  vision: false,
  audio: false,
  embedding: false,
  rerank: false,
}

function factsOf(bytes: Buffer) {
  return readFacts({ parts: [file('model.gguf', bytes)], mmproj: null })
}

function file(name: string, bytes: Buffer): string {
  writeFileSync(`${folder}/${name}`, bytes)
  return `${folder}/${name}`
}
