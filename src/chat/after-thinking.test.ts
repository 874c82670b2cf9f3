import { expect, test } from 'vitest'
import { derive } from '../../test/fakes/derive.ts'
import { seededRandom } from '../../test/fakes/random.ts'
import { afterThinking } from './after-thinking.ts'
import { literal } from './grammar/index.ts'

const tags = { open: '<think>', close: '</think>', control: false }
const beginnings = { first: literal('FIRST'), afterReasoning: literal('AFTER') }

test.each([
  [null, /^FIRST$/],
  [{ tags, state: 'closed' }, /^\s{0,2}AFTER$/],
  [{ tags, state: 'opened' }, /^(?:(?!<\/think>)[\s\S])*<\/think>\s{0,2}AFTER$/],
  [{ tags, state: 'possible' }, /^(?:FIRST|<think>(?:(?!<\/think>)[\s\S])*<\/think>\s{0,2}AFTER)$/],
] as const)('thinking %j is free, and then it is over', (thinking, shape) => {
  const part = afterThinking(beginnings, thinking)
  for (let seed = 1; seed <= 60; seed++) expect(derive(part, seededRandom(seed))).toMatch(shape)
})
