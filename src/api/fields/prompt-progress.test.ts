import { expect, test } from 'vitest'
import { askChat, chunks } from '../../../test/fakes/chat.ts'
import { M, responsesOf } from '../../../test/fakes/responses.ts'
import type { Reply } from '../../../test/fakes/scheduler.ts'

/** Reads a prompt of 100 tokens, 40 of them from the cache, in two slices. */
const reads: Reply = async function* () {
  yield { type: 'prompt-progress', done: 70, total: 100, cached: 40 }
  yield { type: 'prompt-progress', done: 100, total: 100, cached: 40 }
  yield { type: 'text-delta', text: 'read', tokens: 1 }
  yield { type: 'usage', promptTokens: 100, completionTokens: 1, cachedTokens: 40 }
  yield { type: 'finish', reason: 'stop' }
}
const PROGRESS = [
  { total: 100, cache: 40, processed: 70 },
  { total: 100, cache: 40, processed: 100 },
]

test('the chunks of a chat tell how far the prompt is, before its first word', async () => {
  const models = [{ id: 'm', reply: reads }]
  const { body, warnings } = await askChat({ stream: true, return_progress: true }, models)
  const all = chunks(body)
  expect(all.map((chunk) => chunk.prompt_progress ?? chunk.choices[0]?.delta.content)).toEqual([
    '',
    ...PROGRESS,
    'read',
    undefined,
  ])
  expect(warnings).toBeUndefined()
  expect((await askChat({ stream: true }, models)).body).not.toContain('prompt_progress')
})

test('so do the events of a response', async () => {
  const { post } = responsesOf({ id: M, reply: reads })
  const ask = async (fields: object) => (await post({ input: 'hi', stream: true, ...fields })).body
  const told = [...(await ask({ return_progress: true })).matchAll(/^data: (.*prompt_progress.*)$/gm)]
  expect(told.map(([, data]) => JSON.parse(data as string))).toEqual(
    PROGRESS.map((progress, at) => ({ type: 'response.prompt_progress', ...progress, sequence_number: 2 + at })),
  )
  expect(await ask({})).not.toContain('prompt_progress')
})
