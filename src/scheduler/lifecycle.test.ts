import { describe, expect, it } from 'vitest'
import { settled } from '../../test/fakes/clock.ts'

import { answer, FOREVER, never, scheduler, TRAINED, USUAL } from '../../test/fakes/lifecycle.ts'

describe('models nobody configured', () => {
  it('are listed, loaded on demand, and forgotten when they are unloaded', async () => {
    const stored = ['found']
    const { scheduler: all, loaded } = scheduler({ stored })
    expect(all.models().map(({ id, state }) => [id, state])).toEqual([
      ['own', 'stopped'],
      ['found', 'stopped'],
    ])
    await all.open('found', never)
    expect(loaded()).toHaveLength(1)
    stored.length = 0
    expect(all.model('found').state).toBe('ready')
    await all.unload('found')
    await expect(all.open('found', never)).rejects.toMatchObject({ code: 'model_not_found' })
  })

  it('go when nothing came for a while; configured ones stay', async () => {
    const { scheduler: all, clock, made } = scheduler({ stored: ['found'] })
    await answer(await all.open('found', never), made)
    await answer(await all.open('own', never), made)
    expect(all.model('found').expiresMs).toBe(clock.now() + 60_000)
    expect(all.model('own').expiresMs).toBeNull()
    clock.advance(59_000)
    await settled()
    expect(all.model('found').state).toBe('ready')
    clock.advance(1_000)
    await settled()
    expect([all.model('found').state, all.model('own').state]).toEqual(['stopped', 'ready'])
  })

  it('stay for as long as the latest request said', async () => {
    const { scheduler: all, clock, made } = scheduler({ stored: ['found'] })
    await answer(await all.open('found', never, { keepAliveMs: 0 }), made)
    clock.advance(500)
    await settled()
    expect(all.model('found').state).toBe('stopped')
    await answer(await all.open('found', never, { keepAliveMs: FOREVER }), made)
    expect(all.model('found').expiresMs).toBeNull()
  })

  it('do not go while they work', async () => {
    const { scheduler: all, clock, made } = scheduler({ stored: ['found'] })
    const open = await all.open('found', never, { keepAliveMs: 0 })
    const working = answer({ ...open, run: open.run }, [])
    await settled()
    clock.advance(60_000)
    await settled()
    expect(all.model('found')).toMatchObject({ state: 'ready', running: 1 })
    for (const { active } of made) for (const job of active) job.end()
    await working
  })
})

describe('what a request wants', () => {
  it('is met by what is there, when that is enough', async () => {
    const { scheduler: all, loaded } = scheduler()
    await all.open('own', never)
    await all.open('own', never, { contextTokens: 100 })
    await all.open('own', never, { contextTokens: USUAL, gpuLayers: 0 })
    expect(loaded()).toHaveLength(1)
  })

  it('is met by a group of its own, which the next one uses too', async () => {
    const { scheduler: all, loaded, clock } = scheduler()
    await all.open('own', never)
    await all.open('own', never, { contextTokens: 5_000 })
    await all.open('own', never, { contextTokens: 5_100 })
    expect(loaded().map(({ plan }) => plan.contextTokens)).toEqual([null, 5_120])
    expect(all.model('own').groups).toMatchObject([
      { contextTokens: USUAL, wanted: 1, instances: [{ state: 'ready' }], footprint: { contextTokens: USUAL } },
      { contextTokens: 5_120, wanted: 1, instances: [{ state: 'ready' }], footprint: { contextTokens: 5_120 } },
    ])
    await all.open('own', never, { gpuLayers: 7 })
    expect(loaded().map(({ plan }) => plan.gpuLayers)).toEqual([0, 0, 7])
    clock.advance(60_000)
    await settled()
    expect(loaded()).toHaveLength(1)
  })

  it('is loaded at once when nothing is, and nothing else', async () => {
    const { scheduler: all, loaded } = scheduler()
    await all.open('own', never, { contextTokens: 9_000 })
    expect(loaded().map(({ plan }) => plan.contextTokens)).toEqual([9_216])
    expect(all.model('own').state).toBe('ready')
  })

  it('is refused beyond what the model was trained for', async () => {
    const { scheduler: all, loaded } = scheduler()
    const asked = all.open('own', never, { contextTokens: TRAINED + 1 })
    await expect(asked).rejects.toMatchObject({
      code: 'unsupported_parameter',
      param: 'nctx',
      details: { neutral: TRAINED },
    })
    expect(loaded()).toEqual([])
  })

  it('is cut to what the model was trained for where it may be', async () => {
    const { scheduler: all, loaded } = scheduler()
    await all.open('own', never, { contextTokens: 10 * TRAINED, contextCapped: true })
    expect(loaded().map(({ plan }) => plan.contextTokens)).toEqual([Math.ceil(TRAINED / 1024) * 1024])
  })
})
