import { randomBytes } from 'node:crypto'
import { converse } from './exchange.ts'
import { type Load, runLoad } from './load.ts'
import { promptOf, wordsFor } from './prompts.ts'
import { type Summary, summarise } from './summary.ts'
import { type Target, unasked } from './target.ts'

export interface Plan {
  readonly targets: readonly Target[]
  readonly concurrency: readonly number[]
  readonly rounds: number
  /** Per target, level and round. */
  readonly requests: number
  /** Requests before the first round, unmeasured, per target. */
  readonly warmup: number
  readonly promptTokens: number
  /** Tokens at the beginning that the prompts of one level and round have in common. */
  readonly sharedTokens: number
  readonly maxTokens: number
  readonly extra: Readonly<Record<string, unknown>>
  /** See `Summary.goodPerSecond`. Default: none. */
  readonly ttftLimitMs?: number | undefined
}

/** What one target did at one level in one round. */
export interface Result {
  readonly target: number
  readonly concurrency: number
  readonly round: number
  readonly summary: Summary
}

/**
 * Runs the plan. Within a round the targets take turns, and each round begins with another one, so that whatever else
 * the machine does meets them alike. No two prompts are the same, not those of another run either; what those of one
 * level share is new to the server too.
 * Rejects with `upstream_error` when a target can't be asked at all.
 */
export async function runRounds(plan: Plan, onResult: (result: Result) => void): Promise<Result[]> {
  const run = randomBytes(4).toString('hex')
  const [first] = plan.targets
  if (first === undefined) throw new Error('There is nothing to measure. Name a server with --url.')
  const words = await fittedWords(first, plan.promptTokens, run, plan.extra)
  const sharedWords = Math.round((words * plan.sharedTokens) / plan.promptTokens)
  const after = (beginning: string, i: number) => `${beginning}. ${promptOf(`${i}`, words)}`
  const loadOf = (label: string, concurrency: number, requests: number): Load => ({
    concurrency,
    requests,
    question: (i) => ({
      prompt:
        sharedWords === 0
          ? promptOf(`${run}-${label}-${i}`, words)
          : after(promptOf(`${run}-${label}`, sharedWords), i),
      maxTokens: plan.maxTokens,
      extra: plan.extra,
    }),
  })
  for (const [i, target] of plan.targets.entries()) await runLoad(target, loadOf(`warm${i}`, 1, plan.warmup))

  const results: Result[] = []
  for (let round = 0; round < plan.rounds; round++) {
    for (const concurrency of plan.concurrency) {
      for (const { target, index } of turn(plan.targets, round)) {
        const load = loadOf(`${round}-${concurrency}-${index}`, concurrency, plan.requests)
        const result = {
          target: index,
          concurrency,
          round,
          summary: summarise(await runLoad(target, load), plan.ttftLimitMs),
        }
        results.push(result)
        onResult(result)
      }
    }
  }
  return results
}

/** The targets in the order of this round: one further each time. */
export function turn<T>(targets: readonly T[], round: number): { target: T; index: number }[] {
  const indexed = targets.map((target, index) => ({ target, index }))
  const start = round % targets.length
  return [...indexed.slice(start), ...indexed.slice(0, start)]
}

/** Words of a prompt that has the tokens asked for, found out by two questions. Rejects with `upstream_error`. */
export async function fittedWords(
  target: Target,
  promptTokens: number,
  run: string,
  extra: Plan['extra'],
): Promise<number> {
  const measure = async (words: number) => {
    const answer = await converse(target, { prompt: promptOf(`${run}-probe`, words), maxTokens: 1, extra })
    if (answer.failure !== null) throw unasked(target.url, `can't be measured: ${answer.failure}`)
    return { words, tokens: answer.promptTokens ?? words }
  }
  return wordsFor(promptTokens, await measure(8), await measure(32))
}
