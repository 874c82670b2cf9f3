// A stand-in for openvino-genai-node: the functions of its 2026.4 that the driver calls, on "models" whose
// openvino_model.bin says in its first line how they behave. One that writes counts to six.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const WORDS = ['one', ' two', ' three', ' four', ' five', ' six']
const RUNNING = 0

function behaviour(folder) {
  const file = ['openvino_model.bin', 'openvino_language_model.bin'].map((name) => join(folder, name)).find(existsSync)
  const [first] = readFileSync(file, 'utf8').split('\n')
  if (first === 'broken') throw new Error('Exception from src/inference/src/cpp/core.cpp:90: the model is broken')
  return first
}

export class StructuredOutputConfig {
  constructor({ grammar }) {
    this.grammar = grammar
  }
}

/** @param shown what is told of beside the configuration */
async function write(prompt, config, streamer, shown) {
  if (config.apply_chat_template !== false || typeof prompt !== 'string') throw new Error('the prompt is made twice')
  const told = prompt.startsWith('?') ? [JSON.stringify({ ...shown, config, prompt })] : WORDS
  const endless = prompt.startsWith('E')
  let count = 0
  while (count < config.max_new_tokens && (endless || count < told.length)) {
    count++
    if (streamer(told[(count - 1) % told.length]) !== RUNNING) break
    await pause(endless ? 2 : 0)
  }
  const length = count >= config.max_new_tokens
  return {
    perfMetrics: { getNumGeneratedTokens: () => count, getNumInputTokens: () => prompt.length },
    finishReasons: [length ? 2 : 1],
  }
}

export async function LLMPipeline(folder, device, properties) {
  behaviour(folder)
  return { generate: (prompt, config, streamer) => write(prompt, config, streamer, { device, properties }) }
}

export async function VLMPipeline(folder, device, properties) {
  behaviour(folder)
  return {
    async generate(prompt, { images, generationConfig, streamer }) {
      const shown = { device, properties, images: images.map(({ shape, data }) => ({ shape, data: [...data] })) }
      const { perfMetrics, ...rest } = await write(prompt, generationConfig, streamer, shown)
      const getNumInputTokens = () => prompt.length + 100 * images.length
      return { ...rest, perfMetrics: { ...perfMetrics, getNumInputTokens } }
    },
  }
}

export async function TextEmbeddingPipeline(folder, _device, config) {
  behaviour(folder)
  return {
    async embedDocuments(texts) {
      await pause(2)
      const numbers = (text) =>
        Array.from({ length: 8 }, (_, at) => ((text.charCodeAt(0) * 31 + text.length * 7 + at * 17) % 23) - 9)
      return texts.map((text) => Float32Array.from([...numbers(text), config.pooling_type]))
    },
  }
}

export async function TextRerankPipeline(folder, { config }) {
  behaviour(folder)
  return {
    async rerank(query, documents) {
      const score = (text) => 1 / (1 + Math.exp(-(text.length - query.length) / 4))
      const ranked = documents.map((text, index) => [index, score(text)])
      return ranked.sort(([, a], [, b]) => b - a).slice(0, config.top_n)
    },
  }
}
