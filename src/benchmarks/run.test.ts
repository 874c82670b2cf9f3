import { describe, expect, test } from 'vitest'
import { settled } from '../../test/fakes/clock.ts'
import { FakeScheduler, failsAfter, says } from '../../test/fakes/scheduler.ts'
import type { EngineEvent } from '../core/event.ts'
import { runBenchmark } from './run.ts'
import { quantile, spreadOf } from './spread.ts'

const SETTINGS = { prompt: 'Hello', maxTokens: 3, runs: 3, warmUps: 1 }
const HARDWARE = { cpu: 'A CPU', cores: 2, memoryBytes: 8 }
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
  return { scheduler, clock: { now: () => 1000 }, ticks, id: 'bench-1', hardware: HARDWARE }
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
          interTokenP50Ms: 20,
          interTokenP95Ms: 40,
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
