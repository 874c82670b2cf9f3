import { renderPrompt } from '../../src/chat/render.ts'
import { PLAIN_CHAT } from '../../src/core/chat.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import { findLibrary } from '../../src/engine/drivers/llama-cpp/library-path.ts'
import { Batch } from '../../src/engine/drivers/llama-cpp/native/batch.ts'
import { Context } from '../../src/engine/drivers/llama-cpp/native/context.ts'
import { openLibrary } from '../../src/engine/drivers/llama-cpp/native/library.ts'
import { describeModel, loadModel } from '../../src/engine/drivers/llama-cpp/native/model.ts'
import { Sampler } from '../../src/engine/drivers/llama-cpp/native/sampler.ts'
import { Vocabulary } from '../../src/engine/drivers/llama-cpp/native/vocabulary.ts'
import { AbortFlag } from '../../src/engine/native/abort-flag.ts'
import type { Side } from './cost.ts'

export interface BareOptions {
  readonly modelPath: string
  readonly threads: number
  readonly slots: number
  /** Of one sequence. */
  readonly contextTokens: number
}

/** Rows of one prefill call, as the driver's. */
const SLICE_TOKENS = 512

interface Answer {
  readonly sequence: number
  readonly sampler: Sampler
  token: number
  position: number
  /** Left to generate. */
  left: number
}

/** As the driver does by default. */
const PLACEMENT = {
  gpuLayers: -1,
  loadMode: 'auto',
  splitMode: 'layer',
  mainGpu: 0,
  tensorSplit: [],
  units: null,
} as const

/**
 * The least that must be done for a token through the C API: batch, `llama_decode`, sample greedily, look up the
 * bytes. Synchronous calls, no queue, no cancel, no caching, no events.
 * Throws an Error in words when the model can't be loaded.
 */
export async function openBareEngine(options: BareOptions): Promise<(texts: string[], max: number) => Promise<Side>> {
  const { api, version } = openLibrary(findLibrary(null))
  const handle = await loadModel(api, options.modelPath, PLACEMENT, () => {})
  if (handle === null) throw new Error(`llama.cpp can't load ${options.modelPath}.`)
  const vocabulary = new Vocabulary(api, handle)
  const model = describeModel(api, handle, vocabulary, version)
  const { threads, slots, contextTokens } = options
  const size = {
    cells: contextTokens * slots,
    sequences: slots,
    batchRows: SLICE_TOKENS,
    threads,
    exactAttention: false,
    embeddings: false,
    pooling: null,
    kvType: 'f16',
    flashAttention: 'auto',
  } as const
  const context = await Context.create(api, handle, size, new AbortFlag())
  const batch = new Batch(SLICE_TOKENS)

  const decode = () => {
    const code = api.llama_decode(context.handle, batch.struct)
    if (code !== 0) throw new Error(`llama_decode returned ${code}`)
  }
  const prefill = async (text: string, sequence: number, max: number): Promise<Answer> => {
    const messages = [{ role: 'user', content: [{ type: 'text', text }] }] as const
    const prompt = renderPrompt(model, { ...PLAIN_CHAT, messages })
    const tokens = await vocabulary.tokenize(prompt.text)
    for (let start = 0; start < tokens.length; start += SLICE_TOKENS) {
      batch.clear()
      tokens.subarray(start, start + SLICE_TOKENS).forEach((token, i) => {
        batch.add(token, start + i, sequence, start + i === tokens.length - 1)
      })
      decode()
    }
    const setting = { vocabulary, promptTokens: tokens, contextTokens, minTokens: 0, grammar: null }
    const sampler = new Sampler(api, { ...NEUTRAL_SAMPLING, temperature: 0 }, setting)
    const answer = { sequence, sampler, token: 0, position: tokens.length, left: max }
    take(answer, batch.rows - 1)
    return answer
  }
  const take = (answer: Answer, row: number) => {
    answer.token = answer.sampler.sample(context.handle, row)
    answer.left = vocabulary.endsTurn(answer.token) ? 0 : answer.left - 1
    vocabulary.piece(answer.token)
  }

  return async (texts, max) => {
    const start = performance.now()
    let tokens = texts.length
    const answers: Answer[] = []
    for (const [sequence, text] of texts.entries()) answers.push(await prefill(text, sequence, max))
    for (let open = answers; open.length > 0; open = open.filter((answer) => answer.left > 0)) {
      batch.clear()
      for (const answer of open) batch.add(answer.token, answer.position++, answer.sequence, true)
      decode()
      open.forEach(take)
      tokens += open.length
    }
    const wallMs = performance.now() - start
    for (const { sampler, sequence } of answers) {
      sampler.free()
      // Left behind, its cells would be looked at in every later step.
      context.cut(sequence, 0)
    }
    return { tokens, wallMs }
  }
}
