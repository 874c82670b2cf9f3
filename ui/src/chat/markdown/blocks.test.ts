import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Blocks, grown, NO_BLOCKS } from './blocks.ts'

const ANSWER = `# Title

Some *text* over
two lines.

- one
- two

  still two

1. first

\`\`\`ts title
const a = 1

const b = 2
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quoted

Setext
------

The end <b>`

const shown = ({ blocks }: Blocks) =>
  blocks.map((block) =>
    block.kind === 'code' ? [block.start, block.language, block.code] : [block.start, block.token.raw],
  )

test('a text that grows has the blocks that it has when read at once, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(ANSWER.length), { maxLength: 40 }), (cuts) => {
      const growing = [...cuts, ANSWER.length]
        .toSorted((a, b) => a - b)
        .reduce((before, cut) => grown(before, ANSWER.slice(0, cut)), NO_BLOCKS)
      expect(shown(growing)).toEqual(shown(grown(NO_BLOCKS, ANSWER)))
    }),
    { seed: 1, numRuns: 200 },
  )
})

test('code is a block of its own, also before it is closed', () => {
  expect(grown(NO_BLOCKS, 'Look:\n```py\nprint(1)\n').blocks[1]).toEqual({
    kind: 'code',
    start: 6,
    language: 'py',
    code: 'print(1)',
  })
})

test('blocks that have settled are the same objects', () => {
  const before = grown(NO_BLOCKS, 'one\n\ntwo\n\nthree')
  const after = grown(before, 'one\n\ntwo\n\nthree and a half')
  expect(after.blocks.map((block, index) => block === before.blocks[index])).toEqual([true, true, false])
})

test('another text has nothing of the one before', () => {
  const before = grown(NO_BLOCKS, 'one\n\ntwo')
  expect(shown(grown(before, 'three'))).toEqual([[0, 'three']])
})

test('line ends of other systems are line ends', () => {
  expect(shown(grown(NO_BLOCKS, 'one\r\n\r\ntwo'))).toEqual(shown(grown(NO_BLOCKS, 'one\n\ntwo')))
})
