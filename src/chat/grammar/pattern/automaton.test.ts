import { describe, expect, it } from 'vitest'
import { accepts } from '../automaton/dfa.ts'
import { GrammarRefusal } from '../refusal.ts'
import { matchAutomaton, searchAutomaton } from './automaton.ts'

const PATTERNS = [
  'abc',
  '^abc$',
  '^a|b$',
  '^(a|b)*$',
  'a+b?c*',
  '^[a-c]{2,4}$',
  '^[^a-c]+$',
  '^$',
  '',
  '^',
  '$',
  'a$|^b',
  '(^a)?b',
  '^\\d{3}-\\w+$',
  '\\s',
  '^\\S*$',
  '^[\\d-]+$',
  '^[a\\]b-]+$',
  '^a.c$',
  '^(?:a(?:b(?:c)?)?)?$',
  '^(?<word>ab)+$',
  '^a{0}$',
  '^a{2,}$',
  '^(a*)*$',
  '^[\\u0061-\\u0063]+$',
  '^\\x61+$',
  'a{,2}',
  '^\\^\\$$',
  '^a??b*?$',
  '^(?=.*b)(?!.*c)[a-d]{2,}$',
  '^(?!a)',
  '^[]$',
  '^[^]$',
  '^\\cJ$',
  '^[ab]{3}|c$',
  '^x*$|^y*$',
  '(a|ab)(c|bcd)(d*)',
  '^\\p{Lu}',
  '^\\u{1F600}$',
  '^\\ud83d\\ude00$',
] as const

const ALPHABET = [...'abcdxy01 -^$][{},2\n\t.AÄé😀"\\']

/** Texts over a small alphabet: all of up to two characters, and longer ones by a counter that goes everywhere. */
function* texts(): Generator<string> {
  yield ''
  for (const a of ALPHABET) {
    yield a
    for (const b of ALPHABET) yield a + b
  }
  let state = 1
  const next = (limit: number) => {
    state = (state * 48271) % 0x7fffffff
    return state % limit
  }
  for (let count = 0; count < 3000; count++) {
    yield Array.from({ length: 3 + next(4) }, () => 'abcd'[next(4)]).join('')
  }
}

const isAstral = (text: string) => text.includes('😀')

describe('patterns as automata', () => {
  it.each(PATTERNS)('%j finds what a RegExp finds', (source) => {
    const unicode = new RegExp(source, /\\[pu]/.test(source) ? 'u' : '')
    const automaton = searchAutomaton(source)
    for (const text of texts()) {
      if (!unicode.unicode && isAstral(text)) continue
      expect([text, accepts(automaton, text)]).toEqual([text, unicode.test(text)])
    }
  })

  it.each(['abc', 'a|bc', '^a', '(?=a)ab*'])('%j as a whole', (source) => {
    const whole = new RegExp(`^(?:${source})$`)
    const automaton = matchAutomaton(source)
    for (const text of texts()) expect([text, accepts(automaton, text)]).toEqual([text, whole.test(text)])
  })

  it.each([
    ['(a)\\1', 'has a back reference'],
    ['\\bword\\b', 'has a word boundary'],
    ['(?<=a)b', 'has a lookbehind or a group of a kind not known here'],
    ['a(?=b)', 'looks ahead elsewhere than right after the `^` it begins with'],
    ['^(.*a.{20})$', 'needs too many states to be followed'],
    ['^((a{100}){100}){100}$', 'repeats too much to be followed'],
    ['^a{5000}$', 'needs too many states to be followed'],
    ['\\p{Nonsense}', 'is no regular expression: Invalid regular expression: /\\p{Nonsense}/u: Invalid property name'],
  ])('%j is refused', (source, words) => {
    expect(() => searchAutomaton(source)).toThrow(new GrammarRefusal(words))
  })
  it.each(['(', '\\p{Nonsense}', 'a{2,1}'])('%j is refused as no regular expression', (source) => {
    expect(() => searchAutomaton(source)).toThrow(/^is no regular expression: ./)
  })

  it('refuses a pattern of any length over the limit', () => {
    expect(() => searchAutomaton('a'.repeat(4097))).toThrow(new GrammarRefusal('is longer than 4096 characters'))
  })
})
