import { type Spread, spread } from '../statistics.ts'

/** One round: what a token took, in microseconds of wall time divided by all tokens. */
export interface CostRound {
  readonly concurrency: number
  readonly bareUs: number
  readonly trivetUs: number
}

/** What Trivet adds to the engine at one level. */
export interface Cost {
  readonly concurrency: number
  readonly bareUs: Spread | null
  readonly trivetUs: Spread | null
  /** Round by round, Trivet less bare. */
  readonly addedUs: Spread | null
}

/** By level, in the order they were measured. */
export function costs(rounds: readonly CostRound[]): Cost[] {
  return [...new Set(rounds.map((round) => round.concurrency))].map((concurrency) => {
    const mine = rounds.filter((round) => round.concurrency === concurrency)
    return {
      concurrency,
      bareUs: spread(mine.map((round) => round.bareUs)),
      trivetUs: spread(mine.map((round) => round.trivetUs)),
      addedUs: spread(mine.map((round) => round.trivetUs - round.bareUs)),
    }
  })
}

/** Microseconds a token. */
export function perToken(wallMs: number, tokens: number): number {
  return (wallMs * 1000) / tokens
}
