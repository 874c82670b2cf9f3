import { describe, expect, test } from 'vitest'
import { choose, TEXT_ALONE } from './choose.ts'
import { PROFILES, profileNamed, readSelector } from './profile.ts'
import type { Candidate } from './score.ts'

const small: Candidate = {
  id: 'small',
  generates: true,
  readsImages: false,
  hears: false,
  callsTools: false,
  parameters: 0.5e9,
  weightBytes: 0.4e9,
  memoryBytes: 0.6e9,
  unit: 'cpu',
  tokensPerSecond: null,
}
const large: Candidate = {
  ...small,
  id: 'large',
  callsTools: true,
  parameters: 8e9,
  weightBytes: 4.8e9,
  memoryBytes: 6e9,
}
const seeing: Candidate = { ...large, id: 'seeing', readsImages: true, parameters: 4e9, weightBytes: 4.4e9 }
const hearing: Candidate = { ...small, id: 'hearing', hears: true, parameters: 0.3e9 }
const embedder: Candidate = { ...small, id: 'embedder', generates: false, weightBytes: 0.01e9, memoryBytes: 0.02e9 }
const onNpu: Candidate = { ...large, id: 'npu', unit: 'npu' }

const PLAIN = TEXT_ALONE
const all = [embedder, small, large, seeing]

describe('of the models that are loaded', () => {
  test.each([
    ['fastest', 'small'],
    ['best-quality', 'large'],
    ['lowest-memory', 'small'],
  ] as const)('%s is %s', (profile, id) => {
    expect(choose(all, PLAIN, profile)?.id).toBe(id)
  })

  test('lowest-power is the one whose chip needs least for a token', () => {
    expect(choose([large, onNpu], PLAIN, 'lowest-power')?.id).toBe('npu')
  })

  test('sounds go to one that hears, or to none', () => {
    const sounds = { ...TEXT_ALONE, sounds: true }
    expect(choose([...all, hearing], sounds, 'best-quality')?.id).toBe('hearing')
    expect(choose(all, sounds, 'fastest')).toBeNull()
  })

  test('what was measured here is believed over what is reckoned', () => {
    const slow = { ...small, tokensPerSecond: 0.5 }
    expect(choose([slow, large], PLAIN, 'fastest')?.id).toBe('large')
  })

  test('balanced takes the better one as long as a reader keeps up', () => {
    const quick = { ...large, tokensPerSecond: 80 }
    expect(choose([small, quick], PLAIN, 'balanced')?.id).toBe('large')
  })

  test.each(PROFILES)('images go to one that sees, by %s too', (profile) => {
    expect(choose(all, { ...TEXT_ALONE, images: true }, profile)?.id).toBe('seeing')
  })

  test('tools go to one that was trained for them, and to any other when none was', () => {
    const tools = { ...TEXT_ALONE, tools: true }
    expect(choose(all, tools, 'lowest-memory')?.id).toBe('large')
    expect(choose([small], tools, 'fastest')?.id).toBe('small')
  })

  test('nothing is chosen where nothing can answer', () => {
    expect(choose([embedder], PLAIN, 'balanced')).toBeNull()
    expect(choose([small], { ...TEXT_ALONE, images: true }, 'balanced')).toBeNull()
  })

  test('equals are chosen in the order given', () => {
    expect(
      choose(
        [
          { ...small, id: 'a' },
          { ...small, id: 'b' },
        ],
        PLAIN,
        'balanced',
      )?.id,
    ).toBe('a')
  })
})

test.each([
  ['auto', 'balanced'],
  ['AUTO', 'balanced'],
  [' auto ', 'balanced'],
  ['auto:fastest', 'fastest'],
  ['auto/Best Quality', 'best-quality'],
  ['auto:low_power', 'lowest-power'],
  ['auto:nonsense', null],
  ['auto:', null],
])('the name %j selects by %j', (name, profile) => {
  expect(readSelector(name)).toEqual({ profile })
})

test.each(['autox', 'org/auto', 'automatic:fastest', ''])('the name %j is no selector', (name) => {
  expect(readSelector(name)).toBeNull()
})

test.each([
  ['fast', 'fastest'],
  ['speed', 'fastest'],
  ['default', 'balanced'],
  ['quality', 'best-quality'],
  ['best', 'best-quality'],
  ['memory', 'lowest-memory'],
  ['low-memory', 'lowest-memory'],
  ['power', 'lowest-power'],
  ['low power', 'lowest-power'],
])('%j is another name of %s', (name, profile) => {
  expect(profileNamed(name)).toBe(profile)
})
