import { describe, expect, it } from 'vitest'
import { PLAN } from '../../test/fakes/supervisor.ts'
import { HYBRID } from '../core/compute/compute.ts'
import { covers, isAboutPlacement, placementFor } from './covers.ts'

describe('placementFor', () => {
  it("is the model's own but for what is wished", () => {
    expect(placementFor({ slots: 2, contextTokens: 100 }, {})).toEqual({ slots: 2, contextTokens: 100 })
    expect(placementFor({ slots: 2 }, { gpuLayers: 0, compute: HYBRID })).toEqual({
      slots: 2,
      gpuLayers: 0,
      compute: HYBRID,
    })
  })

  it('takes contexts in steps', () => {
    expect(placementFor({}, { contextTokens: 1 })).toEqual({ contextTokens: 1024 })
    expect(placementFor({}, { contextTokens: 1024 })).toEqual({ contextTokens: 1024 })
    expect(placementFor({}, { contextTokens: 1025 })).toEqual({ contextTokens: 2048 })
  })
})

it('knows what is decided when a model is loaded', () => {
  expect(isAboutPlacement({})).toBe(false)
  expect(isAboutPlacement({ keepAliveMs: 0 })).toBe(false)
  expect(isAboutPlacement({ gpuLayers: 0 })).toBe(true)
})

describe('covers', () => {
  const offer = (contextTokens: number | null, gpuLayers = 0) => ({ plan: { ...PLAN, gpuLayers }, contextTokens })

  it.each<[string, ReturnType<typeof offer>, ReturnType<typeof offer>, number | undefined, boolean]>([
    ['the same', offer(100), offer(100), 100, true],
    ['a larger context', offer(4096), offer(1024), 1000, true],
    ['a context just as large as was wished, not rounded up', offer(1000), offer(1024), 1000, true],
    ['not a smaller one', offer(999), offer(1024), 1000, false],
    ['not an unknown one', offer(null), offer(1024), 1000, false],
    ['not other layers', offer(4096, 1), offer(1024), 1000, false],
    ['nothing was said of the context: the same', offer(4096), offer(4096), undefined, true],
    ['nothing was said of the context: not another', offer(512), offer(4096), undefined, false],
  ])('%s', (_, offered, wanted, context, covered) => {
    expect(covers(offered, wanted, context)).toBe(covered)
  })

  it('never by what was not planned', () => {
    expect(covers({ plan: null, contextTokens: 100 }, offer(100), 100)).toBe(false)
  })
})
