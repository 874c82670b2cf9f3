import type { EngineEvent, FinishReason } from '../../src/core/event.ts'
import { NEUTRAL_SAMPLING, type Sampling } from '../../src/core/sampling.ts'
import type { GenerateTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { builtRuntime } from '../engine/built-runtime.ts'
import { models } from '../fixtures/models.ts'

const NEVER = new AbortController().signal

/** What a grammar made of random weights. */
export interface RandomAnswer {
  readonly text: string
  /** `null`: it failed; see `error`. */
  readonly reason: FinishReason | null
  readonly error: string | null
}

/**
 * A model of random weights, in a child, that knows every byte and every letter: whatever sense its answers make is
 * the grammar's.
 */
export class RandomEngine {
  readonly #instance: EngineInstance

  private constructor(instance: EngineInstance) {
    this.#instance = instance
  }

  static async start(slots = 4): Promise<RandomEngine> {
    const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null })
    const facts = await driver.recognise(models.random())
    if (facts === null) throw new Error('the random model is not recognised')
    const plan = driver.plan('random', facts, { slots, threads: 1 }, { cores: 1 })
    return new RandomEngine(await driver.start(plan, { signal: NEVER, onProgress() {} }))
  }

  /** At temperature 2, unless told otherwise. */
  async answer(
    grammar: string,
    seed: number,
    more: Partial<GenerateTask> = {},
    sampling: Partial<Sampling> = {},
  ): Promise<RandomAnswer> {
    const events: EngineEvent[] = []
    const task: GenerateTask = {
      kind: 'generate',
      prompt: 'Say it.',
      sampling: { ...NEUTRAL_SAMPLING, temperature: 2, seed, ...sampling },
      maxTokens: 200,
      constraint: { grammar },
      ...more,
    }
    for await (const event of this.#instance.run(task, NEVER)) events.push(event)
    const last = events.at(-1)
    return {
      text: events.map((event) => (event.type === 'text-delta' ? event.text : '')).join(''),
      reason: last?.type === 'finish' ? last.reason : null,
      error: last?.type === 'error' ? last.error.code : null,
    }
  }

  stop(): Promise<void> {
    return this.#instance.stop(10_000)
  }
}
