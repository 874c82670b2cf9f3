import { expect, test } from 'vitest'
import type { Holder, Processes } from '../models/own/holder.ts'
import type { Notes } from '../store/notes.ts'
import { claimStore } from './claim-store.ts'

const holder = (pid: number): Holder => ({ pid, host: 'here', started: '1' })

function notes(): Notes {
  const all = new Map<string, unknown>()
  return { read: (name) => all.get(name), write: (name, value) => void all.set(name, value) }
}

const processes = (pid: number, life: ReturnType<Processes['life']>): Processes => ({
  self: holder(pid),
  life: () => life,
})

test('whoever else serves from the store is named, as long as it does', () => {
  const kept = notes()
  expect(claimStore(kept, processes(1, 'alive'))).toBeNull()
  expect(claimStore(kept, processes(1, 'alive'))).toBeNull()
  expect(claimStore(kept, processes(2, 'alive'))).toBe('Process 1')
  expect(claimStore(kept, processes(3, 'dead'))).toBeNull()
  expect(claimStore(kept, processes(4, 'unknown'))).toBeNull()
})
