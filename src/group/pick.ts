import type { EngineState } from '../engine/supervisor/transition.ts'

/** What choosing may look at. */
export interface Candidate {
  readonly state: EngineState
  /** Tasks inside it now. */
  readonly running: number
  /** Tasks it works on at once; 0 while it has never been loaded. */
  readonly slots: number
  /** How much of the prompt it has read before, in chunks. */
  readonly cached: number
}

/** Lower is sooner to answer. A failed one is worth asking only when there is no other: it may be due for another try. */
const READINESS: Readonly<Record<EngineState, number>> = {
  ready: 0,
  starting: 1,
  stopped: 2,
  failed: 3,
  stopping: 4,
  draining: 5,
}

/**
 * The index of the instance that will answer soonest: the readiest, then the least loaded, then the one that has read
 * most of the prompt, then the first; -1 of none.
 */
export function pick(candidates: readonly Candidate[]): number {
  let best = -1
  for (const [index, candidate] of candidates.entries()) {
    const champion = candidates[best]
    if (champion === undefined || order(candidate, champion) < 0) best = index
  }
  return best
}

/** Negative when `a` is to be preferred. */
function order(a: Candidate, b: Candidate): number {
  return READINESS[a.state] - READINESS[b.state] || load(a) - load(b) || b.cached - a.cached
}

function load(candidate: Candidate): number {
  return candidate.running / Math.max(1, candidate.slots)
}
