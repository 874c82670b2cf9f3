import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EngineEvent } from '../../src/core/event.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { LoadedBackend } from '../../src/engine/backend.ts'
import type { DecodeOutcome } from '../../src/engine/drivers/llama-cpp/native/context.ts'
import { models } from '../fixtures/models.ts'
import { loadedHere, watchSteps } from './loaded-here.ts'

/** Of each answer. */
const TOKENS = 6

/** What each step has come to. */
const outcomes: DecodeOutcome[] = []
/** Who leaves while the first step is computed, the second and so on. */
let leaving: (readonly Client[])[] = []
beforeEach(() => {
  outcomes.length = 0
  leaving = []
})
watchSteps({
  begun() {
    for (const { leave } of leaving.shift() ?? []) leave()
  },
  over(outcome) {
    outcomes.push(outcome)
  },
})
afterAll(() => vi.restoreAllMocks())

interface Client {
  readonly leave: () => void
  /** All that it was told. */
  readonly told: Promise<readonly EngineEvent[]>
}

/** Somebody who sends `count` tokens, others than the other clients do. */
function client(engine: LoadedBackend, first: number, count: number): Client {
  const prompt = Array.from({ length: count }, (_, at) => first + (at % 7))
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0 }
  const task = { kind: 'generate', prompt, maxTokens: TOKENS, ignoreEos: true, sampling } as const
  const events: EngineEvent[] = []
  let leave = () => {}
  const told = new Promise<readonly EngineEvent[]>((resolve) => {
    leave = engine.submit(task, { emit: (event) => void events.push(event), end: () => resolve(events) })
  })
  return { leave, told }
}

const textOf = async ({ told }: Client) =>
  (await told).flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])).join('')

describe.each([
  ['cells', models.random],
  ['a state', models.mamba],
])('who leaves in the middle of a step, of a model that keeps %s', (_, model) => {
  const load = () => loadedHere(model(), { slots: 2 })

  /** What a client who sends this hears that nobody disturbs. */
  async function undisturbed(first: number, count: number): Promise<string> {
    const engine = await load()
    const text = await textOf(client(engine, first, count))
    await engine.close()
    return text
  }

  test('costs a prompt beside it one slice, and so do those who leave after it', async () => {
    const expected = await undisturbed(20, 200)
    outcomes.length = 0
    const engine = await load()
    const patient = client(engine, 20, 200)
    const others = Array.from({ length: 8 }, (_, at) => client(engine, 30 + 10 * at, 50))
    leaving = others.map((other) => [other])
    expect(await textOf(patient)).toBe(expected)
    expect(outcomes.slice(0, 3)).toEqual(['aborted', 'done', 'done'])
    expect(await Promise.all(others.map(textOf))).toEqual(others.map(() => ''))
    await engine.close()
  })

  test('has it thrown away when nobody else is left in it', async () => {
    const engine = await load()
    const [first, patient, second] = [client(engine, 30, 50), client(engine, 20, 200), client(engine, 40, 50)]
    leaving = [[first], [second, patient]]
    expect(await patient.told).toEqual([])
    await engine.close()
    expect(outcomes).toEqual(['aborted', 'aborted'])
  })

  test('leaves nothing behind that the next would stumble over', async () => {
    const expected = await undisturbed(20, 600)
    const engine = await load()
    const first = client(engine, 20, 600)
    leaving = [[], [first]]
    outcomes.length = 0
    expect(await textOf(first)).toBe('')
    expect(await textOf(client(engine, 20, 600))).toBe(expected)
    await engine.close()
    expect(outcomes.slice(0, 3)).toEqual(['done', 'aborted', 'done'])
  })
})

test('who leaves while answers get their next token has no slice computed in the same turn', async () => {
  const engine = await loadedHere(models.random(), { slots: 2 })
  // Its prompt takes all of the first slice, so that the other's comes with the first token that it still wants.
  const answering = client(engine, 20, 512)
  const other = client(engine, 30, 50)
  leaving = [[], [other]]
  expect(await textOf(other)).toBe('')
  expect(await textOf(answering)).not.toBe('')
  await engine.close()
  const answerSteps = TOKENS - 1
  expect(outcomes).toEqual(Array(1 + answerSteps).fill('done'))
})
