import { describe, expect, test } from 'vitest'
import { settled } from '../../test/fakes/clock.ts'
import { FakeScheduler, failsAfter, says } from '../../test/fakes/scheduler.ts'
import { encodeRecommendation } from '../api/benchmarks/encode.ts'
import type { EngineEvent } from '../core/event.ts'
import { runBenchmark } from './run.ts'
import { quantile, spreadOf } from './spread.ts'

const SETTINGS = { prompt: 'Hello', promptTokens: [], concurrency: [1], maxTokens: 3, runs: 3, warmUps: 1 }
const HARDWARE = {
  ...{ fingerprint: 'f', board: null, cpu: 'A CPU', architecture: 'x64', cores: 2, memoryBytes: 8, chips: [] },
}
const DEVICE = { name: 'AUTO', compute: undefined }

/** A clock that the engine moves. */
class Ticks {
  ms = 0
  now = () => this.ms
}

/** An engine that takes 100 ms for its prompt of ten tokens, then so long for each of three. */
function timed(ticks: Ticks, perToken: readonly number[]) {
  let run = -1
  return async function* (): AsyncGenerator<EngineEvent> {
    run++
    const each = perToken[run] ?? 0
    yield { type: 'prompt-progress', done: 10, total: 10, cached: 0 }
    for (const [index, text] of ['a', 'b', 'c'].entries()) {
      // Whoever reads has read what was told, and looked at the clock.
      await settled()
      ticks.ms += index === 0 ? 100 : each
      yield { type: 'text-delta', text, tokens: 1 }
    }
    yield { type: 'usage', promptTokens: 10, completionTokens: 3, cachedTokens: 0 }
    yield { type: 'finish', reason: 'length' }
  }
}

function tools(scheduler: FakeScheduler, ticks: Ticks) {
  const known = { id: 'bench-1', occasion: 'asked', version: '1', hardware: HARDWARE } as const
  return { scheduler, clock: { now: () => 1000 }, ticks, energy: () => [], ...known }
}

describe('a benchmark', () => {
  test('measures the runs after the warm-up, and tells the median and the spread', async () => {
    const ticks = new Ticks()
    const scheduler = new FakeScheduler([{ id: 'm', reply: timed(ticks, [500, 10, 20, 40]) }])
    const order = { models: ['m'], devices: [DEVICE], settings: SETTINGS }
    const run = await runBenchmark(order, tools(scheduler, ticks), new AbortController().signal)
    expect(run.results).toEqual([
      {
        model: 'm',
        device: 'AUTO',
        promptTokens: null,
        concurrency: 1,
        maxTokens: 3,
        atMs: 1000,
        error: null,
        measure: {
          loadMs: null,
          promptTokens: 10,
          completionTokens: 3,
          firstTokenMs: { median: 100, least: 100, most: 100 },
          totalMs: { median: 140, least: 120, most: 180 },
          prefillSpeed: { median: 100, least: 100, most: 100 },
          decodeSpeed: { median: 50, least: 25, most: 100 },
          togetherSpeed: { median: 50, least: 25, most: 100 },
          interTokenP50Ms: 20,
          interTokenP95Ms: 40,
          engine: null,
          residentBytes: null,
          joulesPerToken: null,
        },
        subject: expect.objectContaining({ engineVersion: 'fake-1', fingerprint: 'fp_fake' }),
      },
    ])
    expect(new Set(scheduler.tasks.map(({ prompt }) => prompt)).size).toBe(4)
  })

  test('has a failure as a result like any, and goes on', async () => {
    const error = { code: 'engine_error', details: { reason: 'it broke' }, param: null } as const
    const scheduler = new FakeScheduler([
      { id: 'broken', reply: failsAfter(error) },
      { id: 'embedder', reply: says('x'), capabilities: { generate: false } },
      { id: 'm', reply: says('a', 'b') },
    ])
    const order = { models: ['broken', 'embedder', 'nobody', 'm'], devices: [DEVICE], settings: SETTINGS }
    const run = await runBenchmark(order, tools(scheduler, new Ticks()), new AbortController().signal)
    expect(run.results.map(({ model, error: told }) => [model, told])).toEqual([
      ['broken', expect.stringContaining('it broke')],
      ['embedder', expect.stringContaining('generates no text')],
      ['nobody', expect.stringContaining('nobody')],
      ['m', null],
    ])
  })

  test('ends where the model is unloaded meanwhile, and has nothing loaded again for it', async () => {
    const scheduler = new FakeScheduler([
      { id: 'm', reply: leaves },
      { id: 'other', reply: says('a') },
    ])
    async function* leaves(): AsyncGenerator<EngineEvent> {
      await scheduler.unload('m')
      yield* says('a', 'b')(scheduler.tasks[0] as never, new AbortController().signal)
    }
    const devices = [DEVICE, { name: 'CPU', compute: { take: 'first', units: [{ kind: 'cpu' }] } as const }]
    const settings = { ...SETTINGS, concurrency: [1, 2] }
    const order = { models: ['m', 'other'], devices, settings }
    const run = await runBenchmark(order, tools(scheduler, new Ticks()), new AbortController().signal)
    const gone = 'The engine of `m` is stopped: it was unloaded while it was measured.'
    expect(run.results.map(({ model, error, measure }) => [model, error, measure === null])).toEqual([
      ...Array.from({ length: 4 }, () => ['m', gone, true]),
      ...Array.from({ length: 4 }, () => ['other', null, false]),
    ])
    expect(scheduler.wishes).toHaveLength(5)
  })

  test('takes an answer in one piece for as long as its engine says; with no such clock, it tells nothing', async () => {
    const ticks = new Ticks()
    const burst = (timings: object) =>
      async function* (): AsyncGenerator<EngineEvent> {
        yield { type: 'prompt-progress', done: 10, total: 10, cached: 0 }
        for (const text of ['a', 'b', 'c']) {
          await settled()
          ticks.ms += text === 'a' ? 100 : 0.1
          yield { type: 'text-delta', text, tokens: 1 }
        }
        yield { type: 'usage', promptTokens: 10, completionTokens: 3, cachedTokens: 0, ...timings }
        yield { type: 'finish', reason: 'length' }
      }
    const scheduler = new FakeScheduler([
      { id: 'clocked', reply: burst({ timings: { promptMs: 90, answerMs: 4 } }) },
      { id: 'untold', reply: burst({}) },
    ])
    const order = { models: ['clocked', 'untold'], devices: [DEVICE], settings: SETTINGS }
    const run = await runBenchmark(order, tools(scheduler, ticks), new AbortController().signal)
    const speeds = run.results.map(({ measure }) => [measure?.decodeSpeed.median, measure?.togetherSpeed.median])
    expect(speeds).toEqual([
      [500, 500],
      [0, 0],
    ])
    expect(encodeRecommendation(run.results.slice(0, 1))?.reasons[0]).toBe('500 tokens a second after the first.')
    expect(encodeRecommendation(run.results.slice(1))?.reasons).toEqual([expect.stringMatching(/first token/)])
  })

  test('asks for each device in turn', async () => {
    const scheduler = new FakeScheduler([{ id: 'm', reply: says('a') }])
    const cpu = { take: 'first', units: [{ kind: 'cpu' }] } as const
    const devices = [DEVICE, { name: 'CPU', compute: cpu }]
    await runBenchmark(
      { models: ['m'], devices, settings: SETTINGS },
      tools(scheduler, new Ticks()),
      new AbortController().signal,
    )
    expect(scheduler.wishes).toEqual([{}, { compute: cpu }])
  })

  test('asks in every way, each as a step, with prompts of just so many tokens', async () => {
    async function* other(): AsyncGenerator<EngineEvent> {
      yield { type: 'tokens', ids: Array.from({ length: 9 }, (_, id) => id) }
    }
    const scheduler = new FakeScheduler([{ id: 'm', reply: says('a', 'b'), other }])
    const steps: unknown[] = []
    const settings = { ...SETTINGS, promptTokens: [4, 8], concurrency: [1, 3], runs: 1, warmUps: 0 }
    const run = await runBenchmark(
      { models: ['m'], devices: [DEVICE], settings },
      { ...tools(scheduler, new Ticks()), onStep: ({ number, of }) => steps.push([number, of]) },
      new AbortController().signal,
    )
    const asked = run.results.map(({ promptTokens, concurrency }) => [promptTokens, concurrency])
    expect(asked).toEqual([
      [4, 1],
      [4, 3],
      [8, 1],
      [8, 3],
    ])
    expect(steps).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ])
    expect(scheduler.tasks.map(({ prompt }) => prompt.length)).toEqual([4, 4, 4, 4, 8, 8, 8, 8])
  })

  test('an engine that tells no tokens gets as many words', async () => {
    async function* other(): AsyncGenerator<EngineEvent> {
      yield { type: 'error', error: { code: 'engine_error', details: { reason: 'no' }, param: null } }
    }
    const scheduler = new FakeScheduler([{ id: 'm', reply: says('a'), other }])
    const settings = { ...SETTINGS, promptTokens: [40], runs: 1, warmUps: 0 }
    await runBenchmark(
      { models: ['m'], devices: [DEVICE], settings },
      tools(scheduler, new Ticks()),
      new AbortController().signal,
    )
    expect(String(scheduler.tasks[0]?.prompt).split(' ')).toHaveLength(40)
  })

  test("of answers side by side, the tokens of all count together; the engine's clock and the energy beside", async () => {
    const ticks = new Ticks()
    let begun = 0
    let joules = 0
    /** Two that begin at 0 and 100 ms, and write a token each 50 ms from then on. */
    async function* reply(): AsyncGenerator<EngineEvent> {
      begun++
      yield { type: 'prompt-progress', done: 10, total: 10, cached: 0 }
      for (const text of ['a', 'b', 'c']) {
        await settled()
        ticks.ms += 25
        yield { type: 'text-delta', text, tokens: 1 }
      }
      joules += 3
      const timings = { promptMs: 20, answerMs: 40 }
      yield {
        type: 'usage',
        promptTokens: 10,
        completionTokens: 3,
        cachedTokens: 0,
        timings,
        residentBytes: 1000 * begun,
      }
      yield { type: 'finish', reason: 'length' }
    }
    const scheduler = new FakeScheduler([{ id: 'm', reply }])
    const energy = () => [{ name: 'package', microjoules: joules * 1e6, range: null }]
    const run = await runBenchmark(
      { models: ['m'], devices: [DEVICE], settings: { ...SETTINGS, concurrency: [2], runs: 1, warmUps: 0 } },
      { ...tools(scheduler, ticks), energy },
      new AbortController().signal,
    )
    expect(begun).toBe(2)
    const measure = run.results[0]?.measure
    expect(measure?.engine).toEqual({
      prefillSpeed: { median: 500, least: 500, most: 500 },
      decodeSpeed: { median: 50, least: 50, most: 50 },
    })
    expect(measure?.residentBytes).toBe(2000)
    expect(measure?.joulesPerToken).toEqual({ median: 1, least: 1, most: 1 })
    // Four tokens after the first ones, in the 125 ms from the first of all to the last.
    expect(measure?.togetherSpeed.median).toBeCloseTo(32)
  })

  test('of a round in which one answer fails, nothing goes on', async () => {
    let answers = 0
    let ended = 0
    async function* reply(_: unknown, signal: AbortSignal): AsyncGenerator<EngineEvent> {
      if (++answers === 2) {
        yield { type: 'error', error: { code: 'engine_error', details: { reason: 'it broke' }, param: null } }
        return
      }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      ended++
    }
    const scheduler = new FakeScheduler([{ id: 'm', reply }])
    const run = await runBenchmark(
      { models: ['m'], devices: [DEVICE], settings: { ...SETTINGS, concurrency: [3], warmUps: 0 } },
      tools(scheduler, new Ticks()),
      new AbortController().signal,
    )
    expect([run.results[0]?.error, ended]).toEqual([expect.stringContaining('it broke'), 2])
  })

  test('ends with its client', async () => {
    const ending = new AbortController()
    ending.abort(new Error('gone'))
    const scheduler = new FakeScheduler([{ id: 'm', reply: says('a') }])
    const order = { models: ['m'], devices: [DEVICE], settings: SETTINGS }
    await expect(runBenchmark(order, tools(scheduler, new Ticks()), ending.signal)).rejects.toThrow('gone')
  })
})

test('a quantile lies between two values in proportion', () => {
  expect([quantile([1, 2, 3, 4], 0.5), quantile([1, 2, 3, 4], 1), quantile([5], 0.95), quantile([], 0.5)]).toEqual([
    2.5, 4, 5, 0,
  ])
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 })
})
