import { expect, test } from 'vitest'
import type { Plan } from '../../src/engine/driver.ts'
import { openDirectory } from '../../src/engine/drivers/upstream/directory.ts'
import { createUpstreamDriver, UPSTREAM_SCHEME } from '../../src/engine/drivers/upstream/driver.ts'
import { ManualClock } from '../fakes/clock.ts'
import { eventually } from '../fakes/listening.ts'
import { FakeVllm } from '../fakes/vllm.ts'

const MINUTE_MS = 60_000
const GAUGES = 'vllm:num_requests_running{model_name="big"} 3\n'

const plan: Plan = {
  driver: 'upstream',
  modelId: 'big',
  modelPath: `${UPSTREAM_SCHEME}big`,
  contextTokens: null,
  slots: 1,
  threads: 0,
  gpuLayers: 0,
  deterministic: false,
  options: {},
}

const LOOK_MS = 15_000
const ASK_LATER_MS = 60 * MINUTE_MS

/** Knows for how long somebody wanted to wait: what they did before is over. */
class NotingClock extends ManualClock {
  readonly waits: number[] = []

  override after(ms: number, task: () => void): () => void {
    this.waits.push(ms)
    return super.after(ms, task)
  }
}

/** A model of a server that has no page for Prometheus, loaded when it has said so. */
async function loaded() {
  const fake = new FakeVllm()
  const url = await fake.listen()
  const clock = new NotingClock()
  const endpoint = { url, key: null, models: null, dialect: null, slots: 4, authority: null, patienceMs: 5_000 }
  const directory = await openDirectory({ endpoints: [endpoint], clock, report: () => {} })
  const driver = createUpstreamDriver({ directory, clock })
  const instance = await driver.start(plan, { signal: new AbortController().signal, onProgress() {} })
  await eventually(() => clock.waits).toContain(ASK_LATER_MS)
  const waits = (ms: number) => clock.waits.filter((each) => each === ms).length
  /** Lets so much time pass until `ms` are waited for once more. */
  const pass = async (passing: number, ms: number) => {
    const before = waits(ms)
    clock.advance(passing)
    await eventually(() => waits(ms)).toBeGreaterThan(before)
  }
  /** Until the server has been asked once more whether it is there. */
  const look = () => pass(LOOK_MS, LOOK_MS)
  const close = async () => {
    await instance.stop(0)
    directory.close()
    await fake.close()
  }
  return { fake, pass, look, clock, close, running: () => instance.reported?.()?.running }
}

test('a server without the page is not asked for it minute by minute', async () => {
  const { fake, look, close } = await loaded()
  for (let passed = 0; passed < 10 * MINUTE_MS; passed += LOOK_MS) await look()
  expect(fake.metricsAsked).toBe(1)
  await close()
})

test('one that was away is asked again when it is back, and goes on being asked', async () => {
  const { fake, look, clock, running, close } = await loaded()
  fake.away = true
  await look()
  fake.away = false
  fake.metrics = GAUGES
  await look()
  await eventually(running).toBe(3)
  clock.advance(2_000)
  await eventually(() => fake.metricsAsked).toBe(3)
  await close()
})

test('one that has it later is found within the hour, though nobody saw it restart', async () => {
  const { fake, clock, running, close } = await loaded()
  fake.metrics = GAUGES
  clock.advance(ASK_LATER_MS)
  await eventually(running).toBe(3)
  await close()
})

test('one that fails for a moment is asked a minute later', async () => {
  const { fake, pass, look, clock, running, close } = await loaded()
  fake.away = true
  await look()
  fake.away = false
  fake.metricsStatus = 500
  await pass(LOOK_MS, MINUTE_MS)
  fake.metrics = GAUGES
  clock.advance(MINUTE_MS)
  await eventually(running).toBe(3)
  await close()
})
