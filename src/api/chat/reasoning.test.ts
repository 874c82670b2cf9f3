import { describe, expect, test } from 'vitest'
import { type FakeModel, type Reply, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import type { GenerateTask } from '../../core/task.ts'
import { type Chunk, chunkSchema, completionSchema } from './response-schema.ts'

const turns = '{% for message in messages %}<{{ message.role }}>{{ message.content }}{% endfor %}<assistant>'
/** Knows the tags; the second kind opens the block unless told not to. */
const THINKS = `{# <think></think> #}${turns}`
const OPENS = `${turns}{% if enable_thinking is defined and not enable_thinking %}<think></think>{% else %}<think>{% endif %}`

function server(reply: Reply, chatTemplate: string) {
  const model: FakeModel = { id: 'm', chatTemplate, reply }
  const { app, scheduler } = fakeServer({ models: [model] })
  const post = async (fields: object) => {
    const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }
    return (await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })).body
  }
  return { post, scheduler }
}

/** What a whole and a streamed answer say; they must say the same. */
async function ask(reply: Reply, chatTemplate: string, fields: object = {}) {
  const { post, scheduler } = server(reply, chatTemplate)
  const { choices, usage } = completionSchema.strict().parse(JSON.parse(await post(fields)))
  const tasks: readonly GenerateTask[] = [...scheduler.tasks]
  const { reasoning_content, content } = choices[0]?.message ?? {}
  const frames = (await post({ ...fields, stream: true, stream_options: { include_usage: true } })).split('\n\n')
  const all = frames.slice(0, -2).map((frame): Chunk => chunkSchema.strict().parse(JSON.parse(frame.slice(6))))
  const deltas = all.flatMap((chunk) => chunk.choices.map(({ delta }) => delta))
  expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe(reasoning_content ?? '')
  expect(deltas.map((delta) => delta.content ?? '').join('')).toBe(content)
  expect(all.at(-1)?.usage).toEqual(usage)
  const finish = choices[0]?.finish_reason
  expect(all.flatMap((chunk) => chunk.choices.flatMap((choice) => choice.finish_reason ?? []))).toEqual([finish])
  const reasoningTokens = usage.completion_tokens_details?.reasoning_tokens
  return { reasoning: reasoning_content, content, finish, reasoningTokens, usage, tasks }
}

describe('reasoning is apart from the content', () => {
  test.each<[string, string, readonly string[], object, string | undefined, string, string, number]>([
    ['opened by the prompt', OPENS, ['r', '</think>', 'ANS'], {}, 'r', 'ANS', 'stop', 2],
    ['cut by max_tokens', THINKS, ['<think>', 'r', 'x'], { max_tokens: 2 }, 'r', '', 'length', 2],
    ['none', THINKS, ['ANS'], {}, undefined, 'ANS', 'stop', 0],
    ['its tags over several tokens', OPENS, ['r</thi', 'nk>', 'ANS'], {}, 'r', 'ANS', 'stop', 2],
    ['tags in the answer', OPENS, ['r</think>', 'Write `<think>`.'], {}, 'r', 'Write `<think>`.', 'stop', 1],
    [
      'left as it is',
      THINKS,
      ['<think>\n', 'r</think>', '\nANS'],
      { reasoning_format: 'none' },
      undefined,
      '<think>\nr</think>\nANS',
      'stop',
      2,
    ],
    [
      'left as it is, and so ended by a stop string in it',
      THINKS,
      ['<think>', 'a ST', 'OP b', '</think>', 'ANS'],
      { reasoning_format: 'none', stop: 'STOP' },
      undefined,
      '<think>a ',
      'stop',
      3,
    ],
    [
      'left as it is, with JSON after it, in which a stop string may be',
      THINKS,
      ['<think>', '"r</think>', '["STOP"] STOP'],
      { reasoning_format: 'none', stop: 'STOP', response_format: { type: 'json_object' } },
      undefined,
      '<think>"r</think>["STOP"] ',
      'stop',
      2,
    ],
    ['turned off', OPENS, ['ANS'], { enable_thinking: false }, undefined, 'ANS', 'stop', 0],
    ['a stop string in it', OPENS, ['a STOP b', '</think>', 'ANS'], { stop: 'STOP' }, 'a STOP b', 'ANS', 'stop', 2],
    ['a stop string after it', OPENS, ['a', '</think>', 'b STOP', ' c'], { stop: 'STOP' }, 'a', 'b ', 'stop', 2],
  ])('%s', async (_, template, pieces, fields, reasoning, content, finish, reasoningTokens) => {
    expect(await ask(says(...pieces), template, fields)).toMatchObject({ reasoning, content, finish, reasoningTokens })
  })

  test('and not under other fields: the message has none when there was none', async () => {
    const { post } = server(says('ANS'), THINKS)
    expect(Object.keys(JSON.parse(await post({})).choices[0].message)).toEqual(['role', 'content', 'refusal'])
  })
})

describe('what is asked reaches the template', () => {
  const shows = `${turns}[{{ enable_thinking }}|{{ reasoning_effort }}|{{ x }}]`
  test.each<[object, string]>([
    [{}, '[||]'],
    [{ enable_thinking: false }, '[False||]'],
    [{ enable_think: true }, '[True||]'],
    [{ reasoning_effort: 'high' }, '[|high|]'],
    [{ reasoning_effort: 'none' }, '[False||]'],
    [{ reasoning: { effort: 'low', enabled: true } }, '[True|low|]'],
    [{ chat_template_kwargs: { enable_thinking: false, x: 'y' } }, '[False||y]'],
  ])('%j', async (fields, expected) => {
    const { tasks } = await ask(says('ANS'), shows, fields)
    expect(tasks[0]?.prompt).toContain(expected)
  })
})

describe('a budget closes the thinking', () => {
  const thinks = says('one ', 'two ', 'three ', '</think>', 'late')
  /** Thinks for long at first, and answers once its thinking is closed. */
  const reply: Reply = (task, signal) =>
    String(task.prompt).endsWith('</think>\n\n') ? says('AN', 'SWER')(task, signal) : thinks(task, signal)

  test('and the answer goes on from a prompt that has all of it', async () => {
    const answer = await ask(reply, OPENS, { thinking_budget_tokens: 2, max_tokens: 10, seed: 3 })
    expect(answer).toMatchObject({ reasoning: 'one two', content: 'ANSWER', finish: 'stop', reasoningTokens: 2 })
    expect(answer.tasks.map(({ prompt, maxTokens }) => [prompt, maxTokens])).toEqual([
      ['<user>hi<assistant><think>', 10],
      ['<user>hi<assistant><think>one two \n</think>\n\n', 8],
    ])
    expect(answer.usage).toMatchObject({ prompt_tokens: '<user>hi<assistant><think>'.length, completion_tokens: 4 })
  })

  test('of nothing at once', async () => {
    const answer = await ask(reply, OPENS, { reasoning: { max_tokens: 0 } })
    expect(answer).toMatchObject({ reasoning: undefined, content: 'ANSWER', reasoningTokens: 0 })
    expect(answer.tasks.map(({ prompt }) => prompt)).toEqual(['<user>hi<assistant><think>\n</think>\n\n'])
  })

  test('unless it closes by itself before', async () => {
    const answer = await ask(reply, OPENS, { thinking_budget_tokens: 5 })
    expect(answer).toMatchObject({ reasoning: 'one two three', content: 'late', reasoningTokens: 4 })
    expect(answer.tasks.length).toBe(1)
  })

  test('and is no more than max_tokens', async () => {
    const answer = await ask(reply, OPENS, { thinking_budget_tokens: 2, max_tokens: 2 })
    expect(answer).toMatchObject({ reasoning: 'one two', content: '', finish: 'length', reasoningTokens: 2 })
  })

  test('and what was guessed ahead is counted of both parts', async () => {
    /** Before each text, one more token that was guessed right and one that was not. */
    const guesses: Reply = async function* (task, signal) {
      let texts = 0
      for await (const event of reply(task, signal)) {
        const counts = { accepted: texts, rejected: texts }
        if (event.type === 'text-delta') {
          texts++
          yield { type: 'guess-progress', accepted: texts, rejected: texts }
        }
        yield event.type === 'usage' ? { ...event, speculation: counts } : event
      }
    }
    const counted = (number: number) => ({ accepted_prediction_tokens: number, rejected_prediction_tokens: number })
    const details = async (fields: object) => (await ask(guesses, OPENS, fields)).usage.completion_tokens_details
    expect(await details({ thinking_budget_tokens: 2 })).toMatchObject(counted(4))
    expect(await details({ thinking_budget_tokens: 2, max_tokens: 2 })).toMatchObject(counted(2))
    expect(await details({ thinking_budget_tokens: 2, stop: 'AN' })).toMatchObject(counted(3))
  })

  test('of each choice by itself', async () => {
    const { post, scheduler } = server(reply, OPENS)
    const { choices, usage } = JSON.parse(await post({ n: 2, thinking_budget_tokens: 1 }))
    expect(choices.map((choice: { message: object }) => choice.message)).toMatchObject([
      { reasoning_content: 'one', content: 'ANSWER' },
      { reasoning_content: 'one', content: 'ANSWER' },
    ])
    expect([usage.completion_tokens_details.reasoning_tokens, scheduler.running]).toEqual([2, 0])
  })
})

test.each([
  [{ reasoning_format: 'xml' }, 'reasoning_format'],
  [{ thinking_budget_tokens: -1 }, 'thinking_budget_tokens'],
  [{ reasoning: { max_tokens: 'x' } }, 'reasoning.max_tokens'],
  [{ chat_template_kwargs: 'x' }, 'chat_template_kwargs'],
])('%j is a 400', async (fields, param) => {
  const { post } = server(says('ANS'), THINKS)
  expect(JSON.parse(await post(fields)).error).toMatchObject({ code: 'invalid_value', param })
})
