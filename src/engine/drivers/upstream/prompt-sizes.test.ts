import { expect, test } from 'vitest'
import { PLAIN_CHAT } from '../../../core/chat.ts'
import type { EngineEvent } from '../../../core/event.ts'
import { NEUTRAL_SAMPLING } from '../../../core/sampling.ts'
import type { ChatTask, GenerateTask } from '../../../core/task.ts'
import { BEGUN } from './chunks.ts'
import { PromptSizes } from './prompt-sizes.ts'

const plain = (prompt: GenerateTask['prompt']): GenerateTask => ({
  kind: 'generate',
  prompt,
  sampling: NEUTRAL_SAMPLING,
  maxTokens: null,
})
const counted = (promptTokens: number): EngineEvent => ({
  type: 'usage',
  promptTokens,
  completionTokens: 1,
  cachedTokens: 0,
})

async function told(sizes: PromptSizes, task: ChatTask | GenerateTask, ...events: readonly EngineEvent[]) {
  async function* each() {
    yield* events
  }
  const out: EngineEvent[] = []
  for await (const event of sizes.told(task, each())) out.push(event)
  return out
}

const estimate = (tokens: number) => ({ ...BEGUN, done: tokens, total: tokens, estimated: true })

test('a prompt is a token every four bytes until the server has counted one, and then as that was', async () => {
  const sizes = new PromptSizes()
  expect(await told(sizes, plain('x'.repeat(40)), BEGUN, counted(20))).toEqual([estimate(10), counted(20)])
  expect(await told(sizes, plain('x'.repeat(60)), BEGUN)).toEqual([estimate(30)])
})

test('what is never counted is estimated at the end, too, and taught by nothing', async () => {
  const sizes = new PromptSizes()
  for (const _ of [1, 2]) {
    const [, usage] = await told(sizes, plain('é'.repeat(40)), BEGUN, counted(0))
    expect(usage).toEqual({ ...counted(20), estimated: true })
  }
})

test('ids of tokens are counted as they are', async () => {
  expect(await told(new PromptSizes(), plain([1, 2, 3]), BEGUN)).toEqual([estimate(3)])
})

test('a longer conversation is more', async () => {
  const totals = ['hi', 'hi'.repeat(100)].map(async (text) => {
    const messages = [{ role: 'user', content: [{ type: 'text', text }] }] as const
    const request = { ...PLAIN_CHAT, model: 'm', messages, sampling: NEUTRAL_SAMPLING }
    const [begun] = await told(new PromptSizes(), { kind: 'chat', request }, BEGUN)
    return begun?.type === 'prompt-progress' ? begun.total : 0
  })
  const [short = 0, long = 0] = await Promise.all(totals)
  expect(long - short).toBeCloseTo(198 / 4, -1)
})
