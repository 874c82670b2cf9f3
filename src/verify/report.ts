import type { ContractId } from '../core/products.ts'
import type { Profile } from './check.ts'

export const OUTCOMES = ['passed', 'failed', 'warned', 'skipped'] as const

export type Outcome = (typeof OUTCOMES)[number]

/** What came of one check. */
export interface Result {
  readonly name: string
  readonly outcome: Outcome
  /** Absent of what passed. Never quotes a prompt or an answer. */
  readonly reason?: string
  readonly ms: number
}

/** What came of all of them; as JSON, it is the report. */
export interface Report {
  readonly contract: ContractId
  /** Without credentials. */
  readonly url: string
  readonly profile: Profile
  readonly model: string | null
  /** ISO 8601. */
  readonly started_at: string
  readonly totals: Readonly<Record<Outcome, number>>
  readonly checks: readonly Result[]
}

export function totalsOf(results: readonly Result[]): Record<Outcome, number> {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length
  return { passed: count('passed'), failed: count('failed'), warned: count('warned'), skipped: count('skipped') }
}

/** `12 passed, 1 failed, 0 warned, 3 skipped` */
export function totalsLine(totals: Report['totals']): string {
  return OUTCOMES.map((outcome) => `${totals[outcome]} ${outcome}`).join(', ')
}
