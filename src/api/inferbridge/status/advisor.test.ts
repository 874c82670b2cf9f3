import { expect, test } from 'vitest'
import { score } from '../../../models/advisor/score.ts'
import { candidateOf, type Rated } from './advisor.ts'

test('a model that was measured is as fast as it was found to be, whatever its size says', () => {
  const rated = (measuredSpeed: number | null): Rated => ({
    entry: { id: 'm', capabilities: ['chat'], supports_vision: false } as unknown as Rated['entry'],
    evaluation: {
      ...{ parameter_count_b: 8, converted_size_gb: 5, runtime_memory_gb: 6 },
    } as unknown as Rated['evaluation'],
    measuredSpeed,
  })
  const fastest = (speed: number | null) => score(candidateOf(rated(speed)), 'fastest')
  expect(fastest(50)).toBeGreaterThan(fastest(null))
  expect(fastest(1)).toBeLessThan(fastest(null))
})
