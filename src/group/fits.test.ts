import { expect, test } from 'vitest'
import { loadedWith } from '../../test/fakes/supervisor.ts'
import type { Capabilities } from '../core/capability.ts'
import { NEUTRAL_SAMPLING } from '../core/sampling.ts'
import type { GenerateTask } from '../core/task.ts'
import { fits } from './fits.ts'

const here: Capabilities = loadedWith(1).capabilities
const there: Capabilities = {
  ...here,
  chat: true,
  lateGrammars: false,
  shownTokens: false,
  parameters: { ...here.parameters, mirostat: 'refused', adapters: 'refused' },
}
const write = (more: Partial<GenerateTask> = {}): GenerateTask => ({
  kind: 'generate',
  prompt: 'p',
  sampling: NEUTRAL_SAMPLING,
  maxTokens: null,
  ...more,
})
const mirostat = { version: 2, tau: 5, eta: 0.1 } as const
const image = { kind: 'image', mark: 'm', width: 1, height: 1, pixels: '' } as const

test.each<[string, Partial<GenerateTask>, boolean]>([
  ['a plain prompt', {}, true],
  ['a grammar', { constraint: { grammar: 'root ::= "a"' } }, true],
  ['a grammar that begins later', { constraint: { grammar: 'root ::= "a"', triggers: ['a'] } }, false],
  ['tokens that are shown', { shownTokens: ['<tool_call>'] }, false],
  ['a parameter that the other server hasn’t', { sampling: { ...NEUTRAL_SAMPLING, mirostat } }, false],
  ['an adapter', { adapters: [{ path: 'a', scale: 1 }] }, false],
  ['an image', { media: [image] }, false],
])('another server can do %s: %#', (_, more, able) => {
  expect(fits(write(more), there)).toBe(able)
})

test('conversations are for those who make prompts of them, and tokens for those who know them', () => {
  const chat = { kind: 'chat', request: {} as never } as const
  const tokenize = { kind: 'tokenize', text: 't', addSpecial: true, parseSpecial: true } as const
  expect([here, there].map((one) => [fits(chat, one), fits(tokenize, one), fits(write(), one)])).toEqual([
    [false, true, true],
    [true, false, true],
  ])
})
