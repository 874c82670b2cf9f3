import { expect, it } from 'vitest'
import { type Candidate, pick } from './pick.ts'

const ready = (running: number, slots: number, cached = 0, full = false): Candidate => ({
  state: 'ready',
  running,
  full,
  slots,
  cached,
})
const other = (state: Candidate['state']): Candidate => ({ state, running: 0, full: false, slots: 0, cached: 0 })

it.each<[string, Candidate[], number]>([
  ['none of none', [], -1],
  ['the only one, whatever its state', [other('draining')], 0],
  ['the least loaded', [ready(2, 4), ready(1, 4), ready(3, 4)], 1],
  ['by share of its slots, not by count', [ready(2, 2), ready(3, 8)], 1],
  ['of those equally loaded, the one that has read most of the prompt', [ready(1, 4, 1), ready(1, 4, 3)], 1],
  ['one that has read more over a less loaded one', [ready(1, 4, 9), ready(0, 4)], 0],
  ['a less loaded one over one that has more than its share, whatever it has read', [ready(2, 4, 9), ready(0, 4)], 1],
  ['one where a task needn’t wait over one that has read it', [ready(1, 1, 9), ready(0, 1)], 1],
  ['of several that have read it, the one that has read most', [ready(1, 8, 2), ready(0, 8, 1), ready(1, 8, 3)], 2],
  ['one with nothing waiting over one that is less loaded but full', [ready(0, 64, 0, true), ready(9, 64)], 1],
  ['a full one, where all are', [ready(9, 8, 0, true), ready(0, 8, 0, true)], 1],
  ['the first of equals', [ready(1, 4), ready(2, 8)], 0],
  ['a busy ready one over an idle starting one', [other('starting'), ready(9, 4)], 1],
  ['a starting one over a stopped one', [other('stopped'), other('starting')], 1],
  ['a failed one over one that is leaving', [other('draining'), other('stopping'), other('failed')], 2],
])('picks %s', (_, candidates, index) => {
  expect(pick(candidates)).toBe(index)
})
