import type { TrivetError } from '../core/errors.ts'
import type { Loaded, SupervisorStatus } from '../engine/supervisor/supervisor.ts'
import type { EngineState } from '../engine/supervisor/transition.ts'
import type { Member } from './member.ts'

export interface GroupStatus {
  readonly state: EngineState
  /** Why, in words, when `failed` or restarting; else `null`. */
  readonly reason: string | null
  /** 0 to 1 while loading; 1 when ready; 0 otherwise. */
  readonly progress: number
  /** As of the last successful load. */
  readonly loaded: Loaded | null
  /** Instances wanted; fewer may be there. */
  readonly wanted: number
  readonly instances: readonly InstanceStatus[]
}

export type InstanceStatus = Pick<SupervisorStatus, 'state' | 'reason' | 'progress' | 'crashes' | 'reported'> & {
  /** Tasks inside it. */
  readonly running: number
  /** Address of the server that computes; `null`: this machine does, or it was never loaded. */
  readonly at: string | null
}

/** What became of a wish for so many instances. */
export interface Sized {
  readonly requested: number
  /** Able to answer now. */
  readonly actual: number
  /** Why each of the others is not. */
  readonly failures: readonly TrivetError[]
}

export function instanceStatus(member: Member): InstanceStatus {
  const { state, reason, progress, crashes, reported, loaded } = member.supervisor.status()
  return { state, reason, progress, crashes, reported, running: member.running, at: loaded?.model.at ?? null }
}

/** The same, apart from how many tasks are inside. */
export function isSame(one: SupervisorStatus, other: SupervisorStatus): boolean {
  const { state, reason, progress, crashes, loaded } = one
  return (
    state === other.state &&
    reason === other.reason &&
    progress === other.progress &&
    crashes === other.crashes &&
    loaded === other.loaded
  )
}
