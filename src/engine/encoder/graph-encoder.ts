import type { Pooling } from '../../core/placement.ts'
import type { Plan } from '../driver.ts'
import { loadRefused } from '../load-refused.ts'
import type { ModelTokenizer } from '../text/tokenizer.ts'
import type { Encoder, EncoderInput, EncoderOutput } from './encoder.ts'
import { type Feed, feedsFor, readOutput, type Told } from './feed.ts'
import { type Graph, type GraphValue, graphOf } from './graph.ts'
import type { EncoderSettings } from './settings.ts'

/** Tokens computed in one go, padding included: between two such steps a task can be cancelled. */
const BATCH_TOKENS = 2048

/** Of a model that says nothing of it. */
const USUAL_CONTEXT = 512

/** A loaded graph, whatever runtime computes it. */
export interface GraphRuntime {
  readonly inputs: readonly GraphValue[]
  readonly outputs: readonly GraphValue[]
  /** What it tells under this name. */
  compute(feeds: readonly Feed[], output: string): Promise<Told>
}

export interface GraphEncoderParts {
  readonly runtime: GraphRuntime
  readonly settings: EncoderSettings
  readonly tokenizer: ModelTokenizer
  readonly plan: Pick<Plan, 'modelId' | 'contextTokens'>
  /** The user's; `null`: as the model's files say. */
  readonly pooling: Pooling | null
}

/** Computes once, to see that it can and how wide its vectors are. Rejects with an Error in words, or with `load_refused`. */
export async function openGraphEncoder(parts: GraphEncoderParts): Promise<Encoder> {
  const { runtime, settings, tokenizer, plan } = parts
  const graph = graphOf(runtime.inputs, runtime.outputs, parts.pooling !== null)
  const contextTokens = contextOf(plan, settings.contextTokens, graph.fixed.tokens)
  if (graph.gives === 'score' && (settings.labels ?? 1) > 1) {
    throw new Error(`it tells which of ${settings.labels} kinds a text is of, and scores no pairs.`)
  }
  if (graph.gives === 'rows' && settings.moreSteps.length > 0) {
    throw new Error(`its embeddings go through a ${settings.moreSteps[0]} step, which its graph does not hold.`)
  }

  async function run(inputs: readonly EncoderInput[]): Promise<readonly EncoderOutput[]> {
    const told = await runtime.compute(feedsFor(graph, inputs, settings.padToken), graph.output)
    return readOutput(graph, told, inputs)
  }

  const [trial] = await run([{ ids: [0], types: [], texts: [] }])
  const width = trial?.width ?? 0
  if (graph.gives === 'score' && width !== 1) throw new Error(`it tells ${width} numbers of a pair, not a score.`)
  const pooling = parts.pooling ?? settings.pooling ?? 'mean'
  return {
    modelId: plan.modelId,
    tokenizer,
    contextTokens,
    // One row is the same by every pooling.
    gives: graph.gives === 'score' ? 'score' : { embedding: width, pooling },
    batch: (inputs) => batchSize(inputs, graph),
    run,
  }
}

function contextOf(
  { modelId, contextTokens: wished }: GraphEncoderParts['plan'],
  trained: number | null,
  fixed: number | null,
): number {
  const most = Math.min(trained ?? fixed ?? USUAL_CONTEXT, fixed ?? Number.POSITIVE_INFINITY)
  if (wished !== null && wished > most) {
    throw loadRefused(
      modelId,
      'nctx',
      `a context of ${wished} tokens was asked for; ${most} is the most that it spans.`,
    )
  }
  return wished ?? most
}

/** As many as fit when each is padded to the longest of them. */
function batchSize(inputs: readonly EncoderInput[], { fixed }: Graph): number {
  if (fixed.texts !== null) return fixed.texts
  let longest = 0
  const over = inputs.findIndex(({ ids }, index) => {
    longest = Math.max(longest, fixed.tokens ?? ids.length)
    return (index + 1) * longest > BATCH_TOKENS
  })
  return over === -1 ? inputs.length : Math.max(1, over)
}
