import { describe, expect, it } from 'vitest'
import { settled } from '../../test/fakes/clock.ts'
import { answer, FOREVER, never, scheduler, TASK } from '../../test/fakes/lifecycle.ts'
import { TrivetError } from '../core/errors.ts'
import type { EngineTask } from '../core/task.ts'

/** Of the model `own`. */
const CONFIGURED = {
  placement: {},
  instances: 1,
  queueCapacity: 4,
  keepAliveMs: FOREVER,
  adapters: [],
  defaults: {},
}

const ANSWERS = { adapters: [{ path: '/a.gguf', scale: 1 }], defaults: { temperature: 0.1 } }

describe('load', () => {
  it('with adapters has every answer that names none use them, and says so in the fingerprint', async () => {
    const { scheduler: all, loaded } = scheduler()
    const plain = (await all.open('own', never)).fingerprint
    const [adapter, other] = ['/a.gguf', '/b.gguf'].map((path) => ({ path, scale: 1 }))
    const asked = async (task: EngineTask) => {
      const open = await all.open('own', never)
      const running = { ...open, run: () => open.run([task], never) }
      await answer(running, loaded())
      return [loaded()[0]?.jobs.at(-1)?.task, open.fingerprint] as const
    }
    await all.load({ id: 'own', adapters: adapter && [adapter] })
    const [task, fingerprint] = await asked(TASK)
    expect(task).toMatchObject({ adapters: [adapter] })
    expect(fingerprint).not.toBe(plain)
    expect((await asked({ ...TASK, adapters: other && [other] } as EngineTask))[0]).toMatchObject({ adapters: [other] })
    await all.load({ id: 'own', instances: 1 })
    expect((await asked(TASK))[0]).toMatchObject({ adapters: [adapter] })
    await all.load({ id: 'own', adapters: [] })
    expect(await asked(TASK)).toEqual([TASK, plain])
  })

  it('changes the number of instances when nothing else is asked for', async () => {
    const { scheduler: all, loaded } = scheduler()
    expect(await all.load({ id: 'own' })).toMatchObject({
      requestedInstances: 1,
      actualInstances: 1,
      failures: [],
    })
    await all.load({ id: 'own', instances: 3 })
    expect(loaded()).toHaveLength(3)
    await all.load({ id: 'own', placement: {}, instances: 1 })
    expect(loaded()).toHaveLength(1)
  })

  it('puts the new group in the place of the old one, which ends what it has', async () => {
    const { scheduler: all, loaded, made, clock } = scheduler()
    const before = await all.open('own', never)
    await all.load({ id: 'own', placement: { contextTokens: 512 }, queueCapacity: 9, keepAliveMs: 5_000 })
    expect(loaded()).toHaveLength(2)
    expect(all.model('own').settings).toMatchObject({
      placement: { contextTokens: 512 },
      queueCapacity: 9,
      keepAliveMs: 5_000,
    })
    expect(await answer(before, made)).toEqual(['finish'])
    clock.advance(1_000)
    await settled()
    await settled()
    expect(loaded().map(({ plan }) => plan.contextTokens)).toEqual([512])
  })

  it('that fails leaves the old group as it was', async () => {
    const { scheduler: all, loaded } = scheduler({ budget: 300 })
    await all.open('own', never)
    const asked = all.load({ id: 'own', placement: { contextTokens: 100_000 } })
    await expect(asked).rejects.toMatchObject({ code: 'out_of_memory' })
    expect(loaded().map(({ plan }) => plan.contextTokens)).toEqual([null])
    expect(all.model('own').settings.placement).toEqual({})
  })

  it.each(['own', 'found'])('that fails is told of %s until it is loaded, or unloaded', async (id) => {
    const { scheduler: all } = scheduler({ budget: 300, stored: ['found'] })
    const fail = () => expect(all.load({ id, placement: { contextTokens: 100_000 } })).rejects.toThrow('of memory')
    await fail()
    expect(all.model(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('of memory'), groups: [] })
    expect(all.models()).toContainEqual(expect.objectContaining({ id, state: 'failed' }))
    await all.unload(id)
    expect(all.model(id)).toMatchObject({ state: 'stopped', reason: null })
    await fail()
    await all.open(id, never)
    await all.unload(id)
    expect(all.model(id)).toMatchObject({ state: 'stopped', reason: null })
  })

  it('that fails on a request is told too, and goes with the file', async () => {
    const stored = ['found']
    const { scheduler: all } = scheduler({ budget: 120, stored })
    await expect(all.open('found', never)).rejects.toMatchObject({ code: 'out_of_memory' })
    expect(all.model('found')).toMatchObject({ state: 'failed', reason: expect.stringContaining('of memory') })
    stored.length = 0
    expect(all.models().map(({ id }) => id)).toEqual(['own'])
  })

  it('that fails of a path makes nothing known', async () => {
    const { scheduler: all } = scheduler({ budget: 120 })
    await expect(all.load({ id: 'guest', path: '/elsewhere' })).rejects.toMatchObject({ code: 'out_of_memory' })
    expect(() => all.model('guest')).toThrowError(expect.objectContaining({ code: 'model_not_found' }))
  })

  it('that is withdrawn leaves everything as it was', async () => {
    const { scheduler: all, loaded, made, hold } = scheduler()
    await all.open('own', never)
    hold()
    const withdrawn = new AbortController()
    const asked = all.load({ id: 'own', placement: { contextTokens: 512 } }, withdrawn.signal)
    await settled()
    expect(made.map(({ state }) => state)).toEqual(['ready', 'starting'])
    withdrawn.abort()
    await expect(asked).rejects.toMatchObject({ code: 'request_cancelled' })
    expect(loaded().map(({ plan }) => plan.contextTokens)).toEqual([null])
    expect(all.model('own').settings.placement).toEqual({})
  })

  it('tells truly when not all instances came up', async () => {
    const { scheduler: all } = scheduler({ budget: 300 })
    const report = await all.load({ id: 'own', instances: 3 })
    expect([report.requestedInstances, report.actualInstances]).toEqual([3, 2])
    expect(report.failures).toEqual([expect.stringContaining('of memory')])
  })

  it('makes a path known by an id, until it is unloaded', async () => {
    const { scheduler: all } = scheduler()
    await all.load({ id: 'guest', path: '/elsewhere' })
    expect(all.model('guest')).toMatchObject({
      path: '/elsewhere',
      state: 'ready',
      settings: { placement: { gpuLayers: 7 }, plan: { gpuLayers: 7 } },
    })
    await expect(all.load({ id: 'guest', path: '/other' })).rejects.toMatchObject({ code: 'model_conflict' })
    await expect(all.load({ id: 'own', path: '/other' })).rejects.toMatchObject({ code: 'model_conflict' })
    await all.unload('guest')
    expect(() => all.model('guest')).toThrowError(expect.objectContaining({ code: 'model_not_found' }))
  })

  it('can be asked beforehand, and then does nothing', async () => {
    const { scheduler: all, loaded, clock } = scheduler({ budget: 300, stored: ['found'] })
    await all.open('own', never)
    clock.advance(1_000)
    expect(await all.outlook({ id: 'found', placement: { contextTokens: 10_000 } })).toMatchObject({
      fits: true,
      evicts: ['own'],
      waits: false,
      neededBytes: 200,
      freeBytes: 300 - 140.96,
    })
    await all.open('own', never)
    expect(await all.outlook({ id: 'found', instances: 2 })).toMatchObject({ evicts: ['own'], waits: false })
    expect(await all.outlook({ id: 'found', instances: 3 })).toMatchObject({ fits: false, evicts: [] })
    expect(loaded()).toHaveLength(1)
  })

  it.each([-3_600_000, 3_600_000])(
    'finds an idle model that gives way also after the clock was set by %d ms',
    async (ms) => {
      const { scheduler: all, loaded, clock } = scheduler({ budget: 150, stored: ['found'] })
      await all.open('own', never)
      clock.advance(1_000)
      clock.jump(ms)
      await all.open('found', never)
      expect(loaded().map(({ plan }) => plan.modelId)).toEqual(['found'])
      // And stays as long as it would have.
      clock.advance(59_000)
      await settled()
      expect(loaded()).toHaveLength(1)
      clock.advance(2_000)
      await settled()
      expect(loaded()).toEqual([])
    },
  )

  it('stays as it was ordered when it goes by itself, and is forgotten when it is unloaded', async () => {
    const { scheduler: all, loaded, clock } = scheduler()
    const placement = { contextTokens: 512 }
    await all.load({ id: 'own', placement, instances: 2, queueCapacity: 1, keepAliveMs: 1_000, ...ANSWERS })
    clock.advance(2_000)
    await settled()
    expect(loaded()).toEqual([])
    await all.open('own', never)
    expect(loaded().map(({ plan }) => plan.contextTokens)).toEqual([512, 512])
    expect(all.model('own').settings).toMatchObject({ placement, instances: 2, queueCapacity: 1, keepAliveMs: 1_000 })
    await all.unload('own')
    expect(all.model('own').settings).toMatchObject(CONFIGURED)
    const { status } = await all.load({ id: 'own' })
    expect(status.settings).toMatchObject(CONFIGURED)
    expect(loaded().map(({ plan }) => plan.contextTokens)).toEqual([null])
  })

  it('is forgotten also by an unload that comes when it has gone', async () => {
    const { scheduler: all, clock } = scheduler()
    await all.load({ id: 'own', placement: { contextTokens: 512 }, keepAliveMs: 1_000 })
    clock.advance(2_000)
    await settled()
    await all.unload('own')
    expect(all.model('own').settings).toMatchObject(CONFIGURED)
    await expect(all.unload('own')).rejects.toMatchObject({ code: 'model_not_loaded' })
  })

  it('is as configured again in what it is told so, and else as it was', async () => {
    const { scheduler: all, loaded } = scheduler()
    await all.load({ id: 'guest', path: '/elsewhere', placement: { contextTokens: 512, gpuLayers: 3 }, ...ANSWERS })
    await all.load({ id: 'guest', instances: 2, queueCapacity: 1, keepAliveMs: 1_000 })
    const again = { reset: ['gpuLayers', 'kvType'], queueCapacity: null, keepAliveMs: null, defaults: null } as const
    const { status } = await all.load({ id: 'guest', ...again })
    expect(status.settings).toMatchObject({ placement: { contextTokens: 512, gpuLayers: 7 }, instances: 2 })
    expect(status.settings).toMatchObject({ queueCapacity: 4, keepAliveMs: FOREVER, defaults: {} })
    await all.load({ id: 'guest', reset: ['contextTokens'], instances: null })
    expect(all.model('guest').settings).toMatchObject({ placement: { gpuLayers: 7 }, instances: 1 })
    expect(loaded().at(-1)?.plan).toMatchObject({ contextTokens: null, gpuLayers: 7 })
  })

  it('whoever has the model while it is unloaded gets their answer, whatever was ordered', async () => {
    const { scheduler: all, made, loaded } = scheduler()
    await all.load({ id: 'own', placement: { contextTokens: 512 } })
    const open = await all.open('own', never)
    const answered = answer(open, made)
    await Promise.all([all.unload('own'), answered])
    expect(await answered).toEqual(['finish'])
    await all.open('own', never)
    expect(loaded().map(({ plan }) => plan.contextTokens)).toEqual([null])
  })

  it.each([
    ['compute', { compute: { take: 'first', units: [{ kind: 'gpu' }] } }, 'load_refused'],
    ['nctx', { contextTokens: 9_000 }, 'load_refused'],
    ['compute', {}, 'model_load_failed'],
    ['kv_type', { contextTokens: 9_000 }, 'model_load_failed'],
  ] as const)('refused for its %s is no fault of a request that wants %j: %s', async (param, wish, code) => {
    const { scheduler: all, made, hold } = scheduler()
    hold()
    const asked = all.open('own', never, wish)
    await settled()
    made
      .find(({ state }) => state === 'starting')
      ?.failLoad(new TrivetError('load_refused', { model: 'own', reason: 'there is none.' }, param))
    const refused = { code, param: code === 'load_refused' ? param : null, details: { reason: 'there is none.' } }
    await expect(asked).rejects.toMatchObject(refused)
  })

  it('tells what of it has no effect, also where it comes to the same plan', async () => {
    const { scheduler: all } = scheduler()
    expect((await all.load({ id: 'own', placement: { kvType: 'q8_0' } })).unheeded).toEqual(['kvType'])
    expect((await all.outlook({ id: 'own', placement: { kvType: 'q8_0' } })).unheeded).toEqual(['kvType'])
    expect((await all.load({ id: 'own', placement: { contextTokens: 512 } })).unheeded).toEqual([])
    expect((await all.load({ id: 'own', instances: 2 })).unheeded).toEqual([])
  })

  it('sets what requests are given that leave it out', async () => {
    const { scheduler: all } = scheduler()
    await all.load({ id: 'own', defaults: { temperature: 0.1 } })
    expect([all.defaults('own'), all.defaults('nobody')]).toEqual([{ temperature: 0.1 }, {}])
  })
})

describe('resize and unload', () => {
  it('are of models that are loaded', async () => {
    const { scheduler: all, loaded } = scheduler()
    await expect(all.resize('own', 2)).rejects.toMatchObject({ code: 'model_not_loaded' })
    await expect(all.unload('own')).rejects.toMatchObject({ code: 'model_not_loaded' })
    await all.open('own', never)
    expect(await all.resize('own', 2)).toMatchObject({ requestedInstances: 2, actualInstances: 2 })
    await all.unload('own')
    expect(loaded()).toEqual([])
  })

  it.each([0, 3_000])('end those who run and those who wait after %i ms, and load nothing for them', async (ms) => {
    const { scheduler: all, made, clock } = scheduler()
    const open = await all.open('own', never)
    const asked = () => answer(open, [])
    const answers = [asked(), asked(), asked(), asked()]
    await settled()
    expect(all.model('own')).toMatchObject({ running: 2, waiting: 2 })
    const unloaded = all.unload('own', ms)
    await settled()
    clock.advance(ms)
    await unloaded
    expect(await Promise.all(answers)).toEqual([[], [], ['engine_unavailable'], ['engine_unavailable']])
    expect(made).toHaveLength(1)
    expect(all.model('own')).toMatchObject({ state: 'stopped', running: 0, waiting: 0 })
    await all.open('own', never)
    expect(made).toHaveLength(2)
  })

  it('are known to whoever had it open: what they ask next is of a load of its own', async () => {
    const { scheduler: all, loaded } = scheduler()
    const before = await all.open('own', never)
    await all.resize('own', 2)
    expect(before.unloaded()).toBe(false)
    await all.unload('own')
    const after = await all.open('own', never)
    expect(loaded()).not.toEqual([])
    expect([before.unloaded(), after.unloaded()]).toEqual([true, false])
  })
})

it('changes are told, counts are not', async () => {
  const { scheduler: all, made } = scheduler()
  const told: string[] = []
  const stop = all.onChange(({ id, state }) => told.push(`${id} ${state}`))
  await answer(await all.open('own', never), made)
  const before = told.length
  expect(told.at(-1)).toBe('own ready')
  await answer(await all.open('own', never), made)
  expect(told).toHaveLength(before)
  await all.unload('own')
  expect(told.at(-1)).toBe('own stopped')
  stop()
  await all.open('own', never)
  expect(told.at(-1)).toBe('own stopped')
})
