import { expect, test } from 'vitest'
import { models } from '../fixtures/models.ts'
import { serving } from './serving.ts'

test.each([2, 3])('a context of %i tokens has no room for a prompt of more, which is said at once', async (context) => {
  const { program, url } = await serving('--model', `${models.random()}=m`, '--context', String(context))
  try {
    const answer = await fetch(`${url}/v1/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', prompt: 'a b c', max_tokens: 3 }),
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.objectContaining({ code: 'context_length_exceeded', param: 'prompt' }) },
    ])
    expect(await (await fetch(`${url}/v1/models/m`)).json()).toMatchObject({ context_length: context })
  } finally {
    await program.dispose()
  }
})
