import { describe, expect, it } from 'vitest'
import { PrefixMemory, prefixHashes } from './prefix.ts'

const text = (length: number, letter = 'a') => letter.repeat(length)

describe('prefixHashes', () => {
  it('has one for each whole chunk, over all before it', () => {
    expect(prefixHashes(text(255))).toEqual([])
    const [first, second] = prefixHashes(text(512))
    expect(prefixHashes(text(300))).toEqual([first])
    expect(first).not.toBe(second)
    expect(prefixHashes(text(256, 'b') + text(256))[1]).not.toBe(second)
  })

  it('reads token ids as well', () => {
    const ids = Array.from({ length: 130 }, (_, index) => index)
    expect(prefixHashes(ids)).toHaveLength(2)
    expect(prefixHashes(ids.slice(0, 64))).toEqual(prefixHashes(ids).slice(0, 1))
  })
})

describe('PrefixMemory', () => {
  it('knows a prompt as far as it was read before', () => {
    const memory = new PrefixMemory()
    memory.remember(prefixHashes(text(600)))
    expect(memory.known(prefixHashes(text(512) + text(512, 'b')))).toBe(2)
    expect(memory.known(prefixHashes(text(512, 'b')))).toBe(0)
    memory.clear()
    expect(memory.known(prefixHashes(text(512)))).toBe(0)
  })

  it('forgets what was used longest ago', () => {
    const memory = new PrefixMemory()
    const early = ['one', 'two']
    memory.remember(early)
    memory.remember(Array.from({ length: 8190 }, (_, index) => `${index}`))
    expect(memory.known(early)).toBe(2)
    memory.remember(['one'])
    memory.remember(['last'])
    expect(memory.known(['one'])).toBe(1)
    expect(memory.known(['two'])).toBe(0)
  })
})
