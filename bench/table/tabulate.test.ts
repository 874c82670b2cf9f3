import { expect, test } from 'vitest'
import { tabulate } from './tabulate.ts'

test('a line tells medians, the ratio of pairs with its range, and what all rounds agree on', () => {
  const more = { unit: 'tok/s', better: 'more' } as const
  const less = { unit: 'ms', better: 'less' } as const
  const lines = [
    {
      ...{ name: 'decode', ...more },
      figures: [
        [100, 200, 400],
        [150, 260, 440],
      ],
    },
    {
      ...{ name: 'wait', ...less },
      figures: [
        [10, 20],
        [11, 25],
      ],
    },
    {
      ...{ name: 'again', ...less },
      figures: [
        [4, 2],
        [2, 3],
      ],
    },
    { ...{ name: 'memory', ...less }, figures: [[null], [7]] },
  ]
  expect(tabulate(lines)).toBe(
    `
        unit   A     B     B / A  range
decode  tok/s  200   260   1.30   1.10 – 1.50  better
wait    ms     15.0  18.0  1.18   1.10 – 1.25  worse
again   ms     3.00  2.50  1.00   0.50 – 1.50  unclear
memory  ms     –     7.00  –`.slice(1),
  )
})
