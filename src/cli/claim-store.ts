import { describeHolder, type Holder, holderSchema, type Processes } from '../models/own/holder.ts'
import type { Notes } from '../store/notes.ts'

const NOTE = 'server'

/**
 * Notes that this server writes the store from now on. Two at once lose nothing that was written, but each takes for
 * lost what the other has under way.
 * @returns who has it besides, in words; `null`: nobody does
 */
export function claimStore(notes: Notes, { self, life }: Processes): string | null {
  const before = holderSchema.safeParse(notes.read(NOTE))
  notes.write(NOTE, self)
  if (!before.success || isSame(before.data, self) || life(before.data) !== 'alive') return null
  return describeHolder(before.data, self)
}

function isSame(one: Holder, other: Holder): boolean {
  return one.pid === other.pid && one.host === other.host && one.started === other.started
}
