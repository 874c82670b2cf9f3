import { type Spread, spread } from '../../src/benchmarks/client/statistics.ts'

/** What one side did in one round. */
export interface Side {
  /** Generated, by all answers together. */
  readonly tokens: number
  readonly wallMs: number
}

export interface CostRound {
  readonly concurrency: number
  readonly bare: Side
  readonly trivet: Side
}

/** What Trivet adds to the engine at one level: microseconds of wall time a token. */
export interface Cost {
  readonly concurrency: number
  /** Generated in all rounds; they differ where a model ends its answers itself and batches tip its choices. */
  readonly tokens: { readonly bare: number; readonly trivet: number }
  readonly bareUs: Spread | null
  readonly trivetUs: Spread | null
  /** Round by round, Trivet less bare. */
  readonly addedUs: Spread | null
}

/** By level, in the order they were measured. */
export function costs(rounds: readonly CostRound[]): Cost[] {
  return [...new Set(rounds.map((round) => round.concurrency))].map((concurrency) => {
    const mine = rounds.filter((round) => round.concurrency === concurrency)
    const total = (of: (round: CostRound) => Side) => mine.reduce((sum, round) => sum + of(round).tokens, 0)
    return {
      concurrency,
      tokens: { bare: total((round) => round.bare), trivet: total((round) => round.trivet) },
      bareUs: spread(mine.map((round) => perToken(round.bare))),
      trivetUs: spread(mine.map((round) => perToken(round.trivet))),
      addedUs: spread(mine.map((round) => perToken(round.trivet) - perToken(round.bare))),
    }
  })
}

function perToken({ wallMs, tokens }: Side): number {
  return (wallMs * 1000) / tokens
}
