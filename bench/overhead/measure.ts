import { randomBytes } from 'node:crypto'
import { runLoad } from '../client/load.ts'
import { promptOf } from '../client/prompts.ts'
import { summarise } from '../client/summary.ts'
import type { Target } from '../client/target.ts'
import type { BareEngine } from './bare.ts'
import { type CostRound, perToken } from './cost.ts'

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
      const sides = [
        async () => ({ bareUs: await bareCost(bare, texts, plan.maxTokens) }),
        async () => ({ trivetUs: await trivetCost(trivet, texts, plan.maxTokens) }),
      ]
      if (round % 2 === 1) sides.reverse()
      const costs = { bareUs: 0, trivetUs: 0 }
      for (const side of sides) Object.assign(costs, await side())
      if (round > 0) measured.push({ concurrency, ...costs })
    }
  }
  return measured
}

async function bareCost(bare: BareEngine, texts: string[], maxTokens: number): Promise<number> {
  const { wallMs, tokens } = await bare.run(texts, maxTokens)
  return perToken(wallMs, tokens)
}

async function trivetCost(trivet: Target, texts: readonly string[], maxTokens: number): Promise<number> {
  const run = await runLoad(trivet, {
    concurrency: texts.length,
    requests: texts.length,
    question: (i) => ({ prompt: texts[i] ?? '', maxTokens, extra: {} }),
  })
  const { failure, completionTokens } = summarise(run)
  if (failure !== null) throw new Error(`Trivet failed a request: ${failure}`)
  return perToken(run.wallMs, (completionTokens ?? 0) * texts.length)
}
