import { describe, expect, test } from 'vitest'
import { CREATED, responsesOf } from '../../../test/fakes/responses.ts'

describe('the input alone', () => {
  test('is counted', async () => {
    const { post, scheduler } = responsesOf()
    const response = await post({ input: 'hi', instructions: 'Be brief.' }, '/input_tokens')
    expect(response.json()).toEqual({
      object: 'response.input_tokens',
      input_tokens: '<system>Be brief.<user>hi<assistant>'.length,
    })
    expect(scheduler.tasks).toEqual([])
  })

  test('is made shorter, and gone on from', async () => {
    const { post, prompt } = responsesOf()
    const input = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'Long talk.' },
    ]
    const compacted = (await post({ input }, '/compact')).json()
    expect(prompt()).toMatch(/^<user>hi<assistant>Long talk\.<user>Summarize the conversation/)
    expect(compacted).toMatchObject({
      object: 'response.compaction',
      created_at: CREATED,
      output: [{ type: 'message', role: 'user' }, { type: 'compaction' }],
      usage: { output_tokens: 2 },
    })
    await post({ input: [...compacted.output, { role: 'user', content: 'more' }] })
    expect(prompt()).toBe('<user>hi<user>Summary of the conversation before this:\nHello there<user>more<assistant>')
  })
})
