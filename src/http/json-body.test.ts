import { describe, expect, test } from 'vitest'
import { TrivetError } from '../core/errors.ts'
import { parseJsonBody, requireJson } from './json-body.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function reason(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof TrivetError) return `${error.code}: ${error.message}`
  }
  throw new Error('it did not throw a TrivetError')
}

describe('parseJsonBody', () => {
  test('takes a byte order mark', () => {
    expect(parseJsonBody(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('{"a":"é"}')]))).toEqual({ a: 'é' })
  })

  test('replaces lone surrogates wherever they are, and leaves pairs alone', () => {
    const text = String.raw`{"a":["x\ud83dy","\uDE00","\ud83d\ude00","\\ud83d"],"b":{"c":"\ud800"}}`
    expect(parseJsonBody(bytes(text))).toEqual({ a: ['x\uFFFDy', '\uFFFD', '😀', '\\ud83d'], b: { c: '\uFFFD' } })
  })

  test('refuses what is not UTF-8', () => {
    expect(reason(() => parseJsonBody(new Uint8Array([0x22, 0xff, 0x22])))).toBe(
      'invalid_json: The request body is not valid JSON: it is not UTF-8.',
    )
    // A surrogate half in CESU-8.
    expect(reason(() => parseJsonBody(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])))).toContain('it is not UTF-8.')
  })

  test('says what the parser says, and where', () => {
    expect(reason(() => parseJsonBody(bytes('{"model":"m",x}')))).toMatch(/^invalid_json: .*position 13/)
    expect(reason(() => parseJsonBody(bytes('')))).toMatch(/^invalid_json: /)
  })

  test('refuses bottomless nesting', () => {
    const refusal = 'invalid_json: The request body is not valid JSON: it is nested deeper than 200 levels.'
    expect(reason(() => parseJsonBody(bytes('['.repeat(100_000) + ']'.repeat(100_000))))).toBe(refusal)
    expect(reason(() => parseJsonBody(bytes('{"a":'.repeat(100_000))))).toBe(refusal)
    expect(parseJsonBody(bytes('['.repeat(200) + ']'.repeat(200)))).toBeInstanceOf(Array)
  })

  test('brackets in strings are no nesting', () => {
    const text = `${'['.repeat(1000)}"\\`
    expect(parseJsonBody(bytes(JSON.stringify({ text })))).toEqual({ text })
  })

  test('a key __proto__ is a key like others', () => {
    const value = parseJsonBody(bytes('{"__proto__":{"polluted":1}}'))
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('of duplicate keys the last counts', () => {
    expect(parseJsonBody(bytes('{"a":1,"a":2}'))).toEqual({ a: 2 })
  })
})

describe('requireJson', () => {
  test.each([
    undefined,
    '',
    ' ',
    '\t ',
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/vnd.api+json',
  ])('takes %s', (type) => {
    expect(() => requireJson(type)).not.toThrow()
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonx',
    'json',
  ])('refuses %s', (type) => {
    expect(reason(() => requireJson(type))).toBe(
      `unsupported_media_type: The content type \`${type}\` is not supported. Send application/json.`,
    )
  })
})
