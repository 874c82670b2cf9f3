import { expect, test } from 'vitest'
import { type FakeModel, FakeScheduler, failsAfter, says } from '../../../test/fakes/scheduler.ts'
import type { ChatMessage } from '../../core/chat.ts'
import type { AnswerWish } from './answerer.ts'
import { localAnswerer } from './local.ts'

const MESSAGES: readonly ChatMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }]
const NO_WISH: AnswerWish = { sampling: {}, maxTokens: null }

async function ask(model: FakeModel, wish = NO_WISH) {
  const scheduler = new FakeScheduler([model])
  const said = { text: '', thought: '', finish: '' }
  for await (const event of localAnswerer(scheduler, model.id, wish).answer(MESSAGES, new AbortController().signal)) {
    if (event.type === 'text-delta') said.text += event.text
    if (event.type === 'reasoning-delta') said.thought += event.text
    if (event.type === 'finish') said.finish = event.reason
  }
  return { ...said, tasks: scheduler.tasks }
}

test('a model without a chat template ends its turn as ChatML has it', async () => {
  const reply = says('fine', '<|im_', 'end|>', '<|im_start|>user')
  expect(await ask({ id: 'm', chatTemplate: null, reply })).toMatchObject({ text: 'fine', finish: 'stop' })
})

test('what a model thinks is told apart from what it says', async () => {
  const reply = says('<think>', 'hm', '</think>', 'yes')
  expect(await ask({ id: 'm', reply })).toMatchObject({ text: 'yes', thought: 'hm' })
})

test('it is asked as wished', async () => {
  const { tasks } = await ask({ id: 'm', reply: says('yes') }, { sampling: { temperature: 0, seed: 7 }, maxTokens: 9 })
  expect(tasks).toMatchObject([{ maxTokens: 9, sampling: { temperature: 0, seed: 7, topP: 1 } }])
})

test("the engine's failure is thrown", async () => {
  const reply = failsAfter({ code: 'engine_error', details: { reason: 'no luck' }, param: null }, 'a')
  await expect(ask({ id: 'm', reply })).rejects.toMatchObject({ code: 'engine_error' })
})
