import type { EngineTask } from '../core/task.ts'
import { fits } from './fits.ts'
import type { Member } from './member.ts'
import { type Candidate, pick } from './pick.ts'

/** Share of an engine's memory from which on a further prompt pushes others out. */
const CACHE_FULL = 0.95

/** The one that suits a prompt best; `undefined`: there is none. */
export function choose(members: readonly Member[], hashes: readonly string[]): Member | undefined {
  return members[pick(members.map((member) => candidateOf(member, hashes)))]
}

/** Those that can do it, as far as they tell. */
export function ableTo(task: EngineTask, members: readonly Member[]): readonly Member[] {
  return members.filter(({ supervisor }) => {
    const { loaded } = supervisor.status()
    return loaded !== null && fits(task, loaded.capabilities)
  })
}

export function slotsOf({ supervisor }: Member): number {
  return supervisor.status().loaded?.capabilities.slots ?? 0
}

/** Of several too many, those go first that answer nothing, then those with the least to do. */
export function usefulness(member: Member): number {
  return member.supervisor.status().state === 'ready' ? 1 + member.running : 0
}

function candidateOf(member: Member, hashes: readonly string[]): Candidate {
  const { state, reported } = member.supervisor.status()
  return {
    state,
    running: member.running + (reported?.others ?? 0),
    full: reported !== null && (reported.waiting > 0 || (reported.cacheUsed ?? 0) >= CACHE_FULL),
    slots: slotsOf(member),
    cached: member.prefixes.known(hashes),
  }
}
