import { expect, it } from 'vitest'
import { type Candidate, pick } from './pick.ts'

const ready = (running: number, slots: number, cached = 0): Candidate => ({ state: 'ready', running, slots, cached })
const other = (state: Candidate['state']): Candidate => ({ state, running: 0, slots: 0, cached: 0 })

it.each<[string, Candidate[], number]>([
  ['none of none', [], -1],
  ['the only one, whatever its state', [other('draining')], 0],
  ['the least loaded', [ready(2, 4), ready(1, 4), ready(3, 4)], 1],
  ['by share of its slots, not by count', [ready(2, 2), ready(3, 8)], 1],
  ['of those equally loaded, the one that has read most of the prompt', [ready(1, 4, 1), ready(1, 4, 3)], 1],
  ['a less loaded one over one that has read more', [ready(1, 4, 9), ready(0, 4)], 1],
  ['the first of equals', [ready(1, 4), ready(2, 8)], 0],
  ['a busy ready one over an idle starting one', [other('starting'), ready(9, 4)], 1],
  ['a starting one over a stopped one', [other('stopped'), other('starting')], 1],
  ['a failed one over one that is leaving', [other('draining'), other('stopping'), other('failed')], 2],
])('picks %s', (_, candidates, index) => {
  expect(pick(candidates)).toBe(index)
})
