import { randomUUID } from 'node:crypto'
import type { Check, Target } from '../../../verify/check.ts'
import { chunksOf, unnamed } from '../../../verify/chunks.ts'
import { CHAT } from '../../../verify/conversation.ts'
import { chunkSchema, completionSchema, modelListSchema } from '../../../verify/inferbridge/schemas.ts'
import { hasStatus, told } from '../../../verify/judge.ts'
import { runCheck } from '../../../verify/run-check.ts'

type TestId = 'models' | 'non_streaming' | 'streaming' | 'cancellation' | 'authentication'

/** One of the self-test's results, as InferBridge tells it. */
export interface TestResult {
  readonly id: TestId
  readonly label: string
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly duration_ms: number | null
  readonly detail: string
}

/** What stands in the way of a test; `null`: nothing. */
export type Obstacle = string | null

function wish(model: string, max_tokens: number, stream: boolean) {
  const messages = [{ role: 'user', content: 'A test of the connection. Answer briefly.' }]
  return { model, messages, max_tokens, temperature: 0, seed: 1, stream }
}

/** Each with what it shows, and whether a model has to answer. */
const TESTS: readonly {
  readonly id: TestId
  readonly label: string
  readonly shows: string
  readonly generates: boolean
  readonly run: (target: Target, keysWanted: boolean) => Promise<void>
}[] = [
  {
    id: 'models',
    label: 'List of models',
    shows: 'The models are listed in the form that clients read.',
    generates: false,
    run: async ({ client }) => void told(await client.get('/v1/models'), 200, modelListSchema),
  },
  {
    id: 'non_streaming',
    label: 'A whole answer',
    shows: 'A short question was answered.',
    generates: true,
    run: async ({ client, model }) => void told(await client.post(CHAT, wish(model, 2, false)), 200, completionSchema),
  },
  {
    id: 'streaming',
    label: 'A streamed answer',
    shows: 'The answer came in chunks, to its end.',
    generates: true,
    run: async ({ client, model }) =>
      void chunksOf(unnamed(await client.post(CHAT, wish(model, 4, true))), chunkSchema),
  },
  {
    id: 'cancellation',
    label: 'Cancelling',
    shows: 'A stream was left, and the model answered the next question.',
    generates: true,
    async run({ client, model }) {
      await client.postAndLeave(CHAT, wish(model, 64, true))
      told(await client.post(CHAT, wish(model, 1, false)), 200, completionSchema)
    },
  },
  {
    id: 'authentication',
    label: 'Keys',
    shows: 'Whoever may ask is let in, and a wrong key is not where keys are wanted.',
    generates: false,
    async run({ client }, keysWanted) {
      if (keysWanted) hasStatus(await client.withKey(`wrong-${randomUUID()}`).get('/v1/models'), 401, 429)
      hasStatus(await client.get('/v1/models'), 200)
    },
  },
]

/**
 * Tries the server as its clients would, over HTTP. What stands in the way is asked before each test.
 * @param all of every test
 * @param generation of those where a model has to answer
 */
export async function selfTest(
  target: Target,
  { all, generation }: { readonly all: () => Obstacle; readonly generation: () => Obstacle },
  keysWanted: boolean,
  now: () => number,
): Promise<readonly TestResult[]> {
  const results: TestResult[] = []
  for (const { id, label, shows, generates, run } of TESTS) {
    const obstacle = all() ?? (generates ? generation() : null)
    if (obstacle !== null) {
      results.push({ id, label, status: 'skipped', duration_ms: null, detail: obstacle })
      continue
    }
    const check: Check = { name: label, profiles: [], requires: [], run: (given) => run(given, keysWanted) }
    const { outcome, reason, ms } = await runCheck(check, target, now)
    const passed = outcome === 'passed'
    const detail = passed ? shows : (reason ?? 'It failed.')
    results.push({ id, label, status: passed ? 'passed' : 'failed', duration_ms: ms, detail })
  }
  return results
}
