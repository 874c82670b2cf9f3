import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { type Answer, type Body, behindTrivet, events, usage } from '../fakes/vllm.ts'

const { both, client, received } = behindTrivet()

describe('a plain prompt', () => {
  const complete = (fields: object = {}) =>
    client().completions.create({
      model: 'big',
      prompt: 'Count',
      ...fields,
    } as OpenAI.CompletionCreateParamsNonStreaming)
  const piece = (fields: object) => ({ choices: [{ index: 0, finish_reason: null, ...fields }] })
  const answers =
    (...pieces: readonly object[]): Answer =>
    (_, response) => {
      events(response, ...pieces, piece({ text: '', finish_reason: 'stop' }), { choices: [], usage }, '[DONE]')
      response.end()
    }

  test('is passed on, and tells logprobs with the likeliest others', async () => {
    const columns = {
      tokens: ['one', ' two'],
      token_logprobs: [-0.5, -0.25],
      top_logprobs: [{ a: -3, one: -0.5, b: -2 }, { ' two': -0.25 }],
      text_offset: [0, 3],
    }
    both(answers(piece({ text: 'one two', logprobs: columns })))
    const { choices } = await complete({ logprobs: 2 })
    expect(received()[0]).toMatchObject({ prompt: 'Count', logprobs: 2 })
    expect(choices[0]).toMatchObject({
      text: 'one two',
      logprobs: {
        tokens: ['one', ' two'],
        token_logprobs: [-0.5, -0.25],
        top_logprobs: [{ one: -0.5, b: -2 }, { ' two': -0.25 }],
      },
    })
  })

  test('tells them also where a server lists them as chats have them', async () => {
    const content = [{ token: 'é', logprob: -1, bytes: [195, 169], top_logprobs: [{ token: 'é', logprob: -1 }] }]
    both(answers(piece({ text: 'é', logprobs: { content } })))
    const { choices } = await complete({ logprobs: 1 })
    expect(choices[0]?.logprobs).toMatchObject({ tokens: ['é'], token_logprobs: [-1], top_logprobs: [{ é: -1 }] })
  })
})

describe('logits of a server that tells logprobs of a prompt', () => {
  const read = async (path: string, body: object) => {
    const answer = await fetch(`${client().baseURL}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'big', ...body }),
    })
    return (await answer.json()) as Body
  }
  const place = (tokens: Record<number, readonly [number, string]>) =>
    Object.fromEntries(
      Object.entries(tokens).map(([id, [logprob, decoded_token]], index) => [
        id,
        { logprob, decoded_token, rank: index + 1 },
      ]),
    )
  const scored = {
    choices: [
      {
        index: 0,
        text: 'x',
        finish_reason: 'length',
        prompt_logprobs: [null, place({ 7: [-0.5, 'b'], 9: [-3, 'c'], 8: [-1, 'a'] }), place({ 9: [-0.25, 'c'] })],
        logprobs: {
          tokens: ['token_id:4'],
          token_logprobs: [-0.125],
          top_logprobs: [{ 'token_id:4': -0.125, 'token_id:5': -2 }],
        },
      },
    ],
    usage,
  }
  const answers: Answer = (_, response) => void response.end(JSON.stringify(scored))

  test('are its rows, the largest of each, and after the last token too', async () => {
    both(answers)
    expect(await read('logits', { input_ids: [3, 9, 9], top_n: 2 })).toEqual({
      model: 'big',
      n_rows: 3,
      vocab_size: null,
      top_n: 2,
      rows: [
        { token_ids: [7, 8], logits: [-0.5, -1] },
        { token_ids: [9], logits: [-0.25] },
        { token_ids: [4, 5], logits: [-0.125, -2] },
      ],
    })
    expect(received()).toEqual([
      {
        model: 'big',
        prompt: [3, 9, 9],
        max_tokens: 1,
        temperature: 0,
        prompt_logprobs: 2,
        logprobs: 2,
        return_tokens_as_token_ids: true,
      },
    ])
    expect((await read('logits', { input_ids: [3, 9, 9], top_n: 1, last_only: true })).rows).toEqual([
      { token_ids: [4], logits: [-0.125] },
    ])
  })

  test('are refused by name where all of a row are wanted', async () => {
    const { error } = await read('logits', { input_ids: [1], top_n: 0 })
    expect(error).toMatchObject({ code: 'unsupported_parameter', param: 'top_n' })
    expect(received()).toEqual([])
  })

  test('that are none are told with what was sent', async () => {
    both((_, response) => void response.end('{"choices":[{"text":"x"}]}'))
    const { error } = await read('logits', { input_ids: [1, 2] })
    expect(error.message).toContain('answers what are no logprobs of the prompt: {"choices":[{"text":"x"}]}')
  })
})
