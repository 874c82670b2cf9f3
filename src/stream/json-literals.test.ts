import { expect, it } from 'vitest'
import { JsonLiterals } from './json-literals.ts'
import { stopStrings } from './stop-strings.ts'

/** The text with everything in strings blanked. */
function outside(text: string): string {
  const literals = new JsonLiterals()
  return [...text].map((unit) => (literals.holds(unit) ? '_' : unit)).join('')
}

it.each([
  ['{"a": [1, "b"]}', '{___: [1, ___]}'],
  ['"a\\"b" , "\\\\" , "c"', '______ , ____ , ___'],
  ['true', 'true'],
  ['"never ends }', '_____________'],
])('%s has strings in it', (text, expected) => {
  expect(outside(text)).toBe(expected)
})

/** What is left of a text that arrives in pieces of one unit. */
function stopped(text: string, ...stops: string[]): string {
  const transform = stopStrings(stops, new JsonLiterals())
  return [...text]
    .flatMap((unit) => transform({ type: 'text-delta', text: unit, tokens: 1 }))
    .concat(transform({ type: 'finish', reason: 'stop' }))
    .map((event) => (event.type === 'text-delta' ? event.text : ''))
    .join('')
}

it('a stop string ends JSON outside its strings only', () => {
  expect(stopped('{"a": "x}, y", "b": 1}', '}', ',')).toBe('{"a": "x}, y"')
  expect(stopped('["stop", "st", "op"]', 'stop')).toBe('["stop", "st", "op"]')
  expect(stopped('[1, 2]', ', 2')).toBe('[1')
})

it('a stop string that a string interrupts is none', () => {
  expect(stopped('[1,"x",2]', ',,')).toBe('[1,"x",2]')
  expect(stopped('{"a":1}', '{"')).toBe('{"a":1}')
})
