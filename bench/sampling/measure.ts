import { percentile } from '../../src/benchmarks/client/statistics.ts'
import { NEUTRAL_SAMPLING, type Sampling } from '../../src/core/sampling.ts'
import { findLibrary } from '../../src/engine/drivers/llama-cpp/library-path.ts'
import { tokenLogprob } from '../../src/engine/drivers/llama-cpp/loop/logprobs.ts'
import { Batch } from '../../src/engine/drivers/llama-cpp/native/batch.ts'
import { Context, type ContextSize } from '../../src/engine/drivers/llama-cpp/native/context.ts'
import { openLibrary } from '../../src/engine/drivers/llama-cpp/native/library.ts'
import { loadModel } from '../../src/engine/drivers/llama-cpp/native/model.ts'
import { Sampler } from '../../src/engine/drivers/llama-cpp/native/sampler.ts'
import { Vocabulary } from '../../src/engine/drivers/llama-cpp/native/vocabulary.ts'
import { AbortFlag } from '../../src/engine/native/abort-flag.ts'

export interface Choosing {
  readonly name: string
  /** The median of all steps. */
  readonly ms: number
}

/** The usual ways to choose. */
const WAYS: Readonly<Record<string, Partial<Sampling>>> = {
  'the likeliest (temperature 0)': { temperature: 0 },
  'any (temperature 1)': { temperature: 1 },
  'of 40 (top_k)': { topK: 40 },
  'of 40, top_p 0.95, min_p 0.05, temperature 0.8': { topK: 40, topP: 0.95, minP: 0.05, temperature: 0.8 },
  'top_p 0.9': { topP: 0.9 },
}

const CONTEXT_TOKENS = 1024

/** Lets a model write, and times each way of choosing on the same logits. Throws an Error in words. */
export async function measure(options: {
  readonly modelPath: string
  readonly threads: number
  readonly steps: number
}): Promise<{ readonly vocabulary: number; readonly decodeMs: number; readonly choosing: readonly Choosing[] }> {
  const { api } = openLibrary(findLibrary(null))
  const placement = {
    gpuLayers: -1,
    loadMode: 'auto',
    splitMode: 'layer',
    mainGpu: 0,
    tensorSplit: [],
    units: null,
  } as const
  const model = await loadModel(api, options.modelPath, placement, () => {})
  if (model === null) throw new Error(`llama.cpp can't load ${options.modelPath}.`)
  const vocabulary = new Vocabulary(api, model)
  const size: ContextSize = {
    cells: CONTEXT_TOKENS,
    sequences: 1,
    batchRows: 64,
    threads: options.threads,
    exactAttention: false,
    embeddings: false,
    pooling: null,
    kvType: 'f16',
    flashAttention: 'auto',
  }
  const context = await Context.create(api, model, size, new AbortFlag())
  const batch = new Batch(size.batchRows)
  const setting = { vocabulary, promptTokens: [], contextTokens: CONTEXT_TOKENS, minTokens: 0, grammar: null }
  const ways = Object.entries(WAYS).map(([name, sampling]) => {
    const sampler = new Sampler(api, { ...NEUTRAL_SAMPLING, seed: 1, ...sampling }, setting)
    return { name, run: () => sampler.sample(context.handle, 0), times: [] as number[] }
  })
  const telling = [0, 20].map((top) => ({
    name: `logprobs, ${top} rivals`,
    run: () => tokenLogprob(0, context.logits(0, vocabulary.size), top, vocabulary),
    times: [] as number[],
  }))
  const decodes: number[] = []
  let token = 1
  for (let position = 0; position < options.steps; position++) {
    batch.clear()
    batch.add(token, position, 0, true)
    decodes.push(timed(() => context.decodeHere(batch)))
    for (const { run, times } of [...ways, ...telling]) times.push(timed(run))
    token = ways[0]?.run() ?? 0
  }
  const choosing = [...ways, ...telling].map(({ name, times }) => ({ name, ms: percentile(times, 0.5) ?? 0 }))
  return { vocabulary: vocabulary.size, decodeMs: percentile(decodes, 0.5) ?? 0, choosing }
}

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}
