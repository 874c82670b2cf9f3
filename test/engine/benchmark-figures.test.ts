import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { measure } from '../../src/benchmarks/measure.ts'
import type { EngineEvent } from '../../src/core/event.ts'
import { PushQueue } from '../../src/core/push-queue.ts'
import type { OpenModel } from '../../src/scheduler/scheduler.ts'
import { sideBySide } from '../../src/scheduler/side-by-side.ts'
import { modelFile } from './loaded.ts'
import { loadedHere, watchSteps } from './loaded-here.ts'

/** What a step takes on the clock of these tests, which stands still but for the engine's steps. */
const MS_PER_STEP = 3
const MS_PER_ROW = 0.5

let nowMs = 1000
/** Each `llama_decode`, by the rows in it. */
let steps: number[] = []

vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
watchSteps({
  over(_, rows) {
    steps.push(rows)
    nowMs += MS_PER_STEP + MS_PER_ROW * rows
  },
})
const loaded = await loadedHere(modelFile('demo'), { contextTokens: 900, slots: 4 })
afterAll(() => loaded.close())
beforeEach(() => {
  steps = []
})

const open: OpenModel = {
  ...{ id: 'm', model: loaded.model, capabilities: loaded.capabilities, fingerprint: 'fp' },
  ...{ position: () => 0, unloaded: () => false },
  readMedia: () => Promise.reject(new Error('it reads none')),
  run: (tasks, signal) =>
    sideBySide(tasks, signal, (task) => {
      const queue = new PushQueue<EngineEvent>()
      loaded.submit(task, { emit: (event) => queue.push(event), end: () => queue.close() })
      return queue
    }),
}

const instruments = { ticks: { now: () => nowMs }, energy: () => [] }
const signal = new AbortController().signal

/** How far a figure is from another, as a share of it. */
const off = (figure: number, from: number) => Math.abs(figure / from - 1)

test.each([
  [40, 32],
  [600, 16],
])(
  '%i tokens read and %i written: figures are within 5 %% of what the steps of the engine took',
  async (size, written) => {
    const settings = { prompt: null, promptTokens: [size], concurrency: [1], maxTokens: written, runs: 1, warmUps: 0 }
    const measured = await measure(
      open,
      settings,
      { promptTokens: size, concurrency: 1, maxTokens: written },
      instruments,
      signal,
    )

    expect([measured.promptTokens, measured.completionTokens]).toEqual([size, written])
    const answering = steps.filter((rows) => rows === 1)
    const reading = steps.filter((rows) => rows > 1)
    const took = (some: readonly number[]) => some.reduce((sum, rows) => sum + MS_PER_STEP + MS_PER_ROW * rows, 0)
    const read = reading.reduce((sum, rows) => sum + rows, 0)
    expect(answering.length).toBe(written - 1)
    // Labels of prompts may begin alike by a token or two, which the cache has then.
    expect([size, size - 1, size - 2]).toContain(read)
    const prefill = (1000 * size) / took(reading)
    const decode = (1000 * (written - 1)) / took(answering)
    expect(off(measured.prefillSpeed.median, prefill)).toBeLessThan(0.05)
    expect(off(measured.decodeSpeed.median, decode)).toBeLessThan(0.05)
    expect(off(measured.engine?.prefillSpeed.median ?? 0, prefill)).toBeLessThan(0.05)
    expect(off(measured.engine?.decodeSpeed.median ?? 0, decode)).toBeLessThan(0.05)
    expect(off(measured.interTokenP50Ms, MS_PER_STEP + MS_PER_ROW)).toBeLessThan(0.05)
  },
)

test('four side by side: all their tokens, over the time of the steps that wrote them', async () => {
  const [size, written] = [24, 33]
  const settings = { prompt: null, promptTokens: [size], concurrency: [4], maxTokens: written, runs: 1, warmUps: 0 }
  const measured = await measure(
    open,
    settings,
    { promptTokens: size, concurrency: 4, maxTokens: written },
    instruments,
    signal,
  )
  const answering = steps.filter((rows) => rows <= 4)
  const took = answering.reduce((sum, rows) => sum + MS_PER_STEP + MS_PER_ROW * rows, 0)
  expect(off(measured.togetherSpeed.median, (1000 * 4 * (written - 1)) / took)).toBeLessThan(0.05)
  expect(off(measured.engine?.decodeSpeed.median ?? 0, measured.decodeSpeed.median)).toBeLessThan(0.05)
})
