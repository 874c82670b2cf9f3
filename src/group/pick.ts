import type { EngineState } from '../engine/supervisor/transition.ts'

/** What choosing may look at. */
export interface Candidate {
  readonly state: EngineState
  /** Tasks inside it now, whoever sent them. */
  readonly running: number
  /** Others wait there already, or there is no memory left. */
  readonly full: boolean
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

/** Of its fair share of all tasks, how much an instance may have because it has read prompts before. */
const SHARE = 1.25

/**
 * The index of the instance that will answer soonest: the readiest; of these, the one that has read most of the prompt,
 * if it is not busier than its share and a task needn't wait there; else the least loaded; then the first. -1 of none.
 * So a conversation stays where it was read, and a prompt that all have in common doesn't bring all to one (consistent
 * hashing with bounded loads).
 */
export function pick(candidates: readonly Candidate[]): number {
  const readiest = Math.min(...candidates.map(({ state }) => READINESS[state]))
  const able = candidates.filter(({ state }) => READINESS[state] === readiest)
  const tasks = 1 + able.reduce((sum, { running }) => sum + running, 0)
  const share = tasks / able.reduce((sum, candidate) => sum + slotsOf(candidate), 0)
  const [best] = able.toSorted(
    (a, b) => familiar(b, share) - familiar(a, share) || load(a) - load(b) || b.cached - a.cached,
  )
  return best === undefined ? -1 : candidates.indexOf(best)
}

/** What it has read of the prompt, unless it has too much to do for that to count. */
function familiar(candidate: Candidate, share: number): number {
  const slots = slotsOf(candidate)
  const bound = Math.min(slots, Math.ceil(SHARE * slots * share))
  return !candidate.full && candidate.running + 1 <= bound ? candidate.cached : 0
}

function load(candidate: Candidate): number {
  const load = candidate.running / slotsOf(candidate)
  return candidate.full ? Math.max(1, load) : load
}

function slotsOf({ slots }: Candidate): number {
  return Math.max(1, slots)
}
