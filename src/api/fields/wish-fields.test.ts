import { describe, expect, it } from 'vitest'
import { decodeKeepAlive, decodeWish } from './wish-fields.ts'

describe('decodeKeepAlive', () => {
  it.each<[number | string | null | undefined, number | undefined]>([
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    [0, 0],
    [300, 300_000],
    [1.5, 1_500],
    [-1, Number.POSITIVE_INFINITY],
    ['0', 0],
    ['300', 300_000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['250ms', 250],
    ['0s', 0],
    ['-1', Number.POSITIVE_INFINITY],
    ['-1m', Number.POSITIVE_INFINITY],
  ])('reads %j', (value, ms) => {
    expect(decodeKeepAlive(value)).toBe(ms)
  })

  it.each(['soon', '5 m', 'm', '1x', '1.2.3', '5m!'])('refuses %j', (value) => {
    const refusal = expect.objectContaining({ code: 'invalid_value', param: 'keep_alive' })
    expect(() => decodeKeepAlive(value)).toThrowError(refusal)
  })
})

describe('decodeWish', () => {
  it('asks for nothing where nothing was said', () => {
    expect(decodeWish({})).toEqual({})
    expect(decodeWish({ nctx: 0, ngl: null, compute: '', keep_alive: null })).toEqual({})
  })

  it('asks for what was said', () => {
    expect(decodeWish({ nctx: 100, ngl: 0, compute: ' CPU ', keep_alive: 5 })).toEqual({
      contextTokens: 100,
      gpuLayers: 0,
      compute: { take: 'first', units: [{ kind: 'cpu' }] },
      keepAliveMs: 5_000,
    })
  })
})
