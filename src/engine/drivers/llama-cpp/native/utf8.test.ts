import { describe, expect, it } from 'vitest'
import { pendingAfter } from './utf8.ts'

const bytesOf = (text: string) => [...Buffer.from(text, 'utf8')]

describe('pendingAfter', () => {
  it.each(['', 'plain', 'é', '日本', '😀', '\u{10ffff}', '\ud7ff\ue000'])('finds %j whole', (text) => {
    expect(pendingAfter([], bytesOf(text))).toEqual([])
  })

  it('keeps the beginning of a character and takes its rest', () => {
    const [first = 0, second = 0, ...rest] = bytesOf('😀')
    expect(pendingAfter([], [0x61, first, second])).toEqual([first, second])
    expect(pendingAfter([first, second], [...rest, 0x62])).toEqual([])
  })

  it.each([
    ['a continuation with nothing before it', [], [0x80]],
    ['a letter inside a character', [0xe4], [0x41]],
    ['an overlong slash', [], [0xc0, 0xaf]],
    ['an overlong form of three bytes', [0xe0], [0x82, 0x80]],
    ['an overlong form of four bytes', [], [0xf0, 0x80, 0x80, 0x80]],
    ['a surrogate', [], [0xed, 0xa0, 0x80]],
    ['a code point over the last', [], [0xf4, 0x90]],
    ['a byte that begins nothing', [], [0xf5]],
  ])('refuses %s', (_, pending, bytes) => {
    expect(pendingAfter(pending, bytes)).toBeNull()
  })
})
