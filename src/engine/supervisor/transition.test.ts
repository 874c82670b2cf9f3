import { expect, test } from 'vitest'
import { type EngineState, type Occurrence, type Transition, transition } from './transition.ts'

const OCCURRENCES: Occurrence[] = [
  'wanted',
  'loaded',
  'load-failed',
  'crashed',
  'gave-up',
  'stop-asked',
  'idle',
  'gone',
]

/** Every state's answer to every occurrence, in the order above; `-` is no change. */
const EXPECTED: Record<EngineState, string[]> = {
  stopped: ['starting/load', '-', '-', '-', '-', '-', '-', '-'],
  starting: ['-', 'ready', 'failed', '-', '-', 'stopping/abandon-load', '-', '-'],
  ready: ['-', '-', '-', 'starting/restart-later', 'failed', 'draining', '-', '-'],
  draining: ['-', '-', '-', 'stopped', 'stopped', '-', 'stopping/end', '-'],
  stopping: ['-', '-', '-', '-', '-', '-', '-', 'stopped'],
  failed: ['starting/load', '-', '-', '-', '-', 'stopped', '-', '-'],
}

function notation(step: Transition | null): string {
  if (step === null) return '-'
  return step.effect === null ? step.to : `${step.to}/${step.effect}`
}

test.each(Object.entries(EXPECTED) as [EngineState, string[]][])('%s', (state, expected) => {
  expect(OCCURRENCES.map((occurrence) => notation(transition(state, occurrence)))).toEqual(expected)
})
