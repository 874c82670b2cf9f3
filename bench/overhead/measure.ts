import { randomBytes } from 'node:crypto'
import { runLoad } from '../../src/benchmarks/client/load.ts'
import { promptOf } from '../../src/benchmarks/client/prompts.ts'
import { summarise } from '../../src/benchmarks/client/summary.ts'
import type { Target } from '../../src/benchmarks/client/target.ts'
import type { BareEngine } from './bare.ts'
import type { CostRound, Side } from './cost.ts'

/** Words of a prompt: few, since the answer is what is measured. */
const PROMPT_WORDS = 12

export interface MeasurePlan {
  readonly concurrency: readonly number[]
  readonly rounds: number
  readonly maxTokens: number
}

/**
 * Asks both the same, in turn; who begins changes with each round. The first round warms both up and isn't counted.
 * Throws an Error in words when Trivet fails a request.
 */
export async function measure(bare: BareEngine, trivet: Target, plan: MeasurePlan): Promise<CostRound[]> {
  const run = randomBytes(4).toString('hex')
  const measured: CostRound[] = []
  for (let round = 0; round <= plan.rounds; round++) {
    for (const concurrency of plan.concurrency) {
      const texts = Array.from({ length: concurrency }, (_, i) =>
        promptOf(`${run}-${round}-${concurrency}-${i}`, PROMPT_WORDS),
      )
      const askBare = () => bare.run(texts, plan.maxTokens)
      const before = round % 2 === 0 ? await askBare() : null
      const trivetSide = await askTrivet(trivet, texts, plan.maxTokens)
      const bareSide = before ?? (await askBare())
      if (round > 0) measured.push({ concurrency, bare: bareSide, trivet: trivetSide })
    }
  }
  return measured
}

async function askTrivet(trivet: Target, texts: readonly string[], maxTokens: number): Promise<Side> {
  const run = await runLoad(trivet, {
    concurrency: texts.length,
    requests: texts.length,
    question: (i) => ({ prompt: texts[i] ?? '', maxTokens, extra: {} }),
  })
  const { failure, completionTokens } = summarise(run)
  if (failure !== null) throw new Error(`Trivet failed a request: ${failure}`)
  return { tokens: (completionTokens ?? 0) * texts.length, wallMs: run.wallMs }
}
