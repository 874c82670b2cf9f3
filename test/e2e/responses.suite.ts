import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { expectOpenAi, expectOpenAiEvent } from '../openai-document.ts'
import { openai, type Target } from './target.ts'

type Params = OpenAI.Responses.ResponseCreateParamsNonStreaming
type Event = OpenAI.Responses.ResponseStreamEvent

const WEATHER: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  strict: false,
}

/** A server with a model that says `text` to everything, and one that calls `get_weather` with the city Paris. */
export interface TalkingTarget extends Target {
  readonly text: string
  readonly toolModel: string
}

/** What any client of OpenAI's Responses API relies on. */
export function responsesSuite(target: () => TalkingTarget): void {
  const client = () => openai(target()).responses
  const whole = (more: Partial<Params> = {}) =>
    client().create({ model: target().model, input: 'Tell me something.', temperature: 0, ...more })
  const streamed = async (more: Partial<Params> = {}): Promise<Event[]> => {
    const params = { model: target().model, input: 'Tell me something.', temperature: 0, ...more }
    const stream = await client().create({ ...params, stream: true })
    const events: Event[] = []
    for await (const event of stream) events.push(event)
    return events
  }

  describe('responses', () => {
    test('the openai client reads one, stored, gone on from and deleted', async () => {
      const first = await whole()
      expect([first.output_text, first.status, first.error]).toEqual([target().text, 'completed', null])
      expect(first.usage?.total_tokens).toBe((first.usage?.input_tokens ?? 0) + (first.usage?.output_tokens ?? 0))
      const second = await whole({ input: 'And then?', previous_response_id: first.id })
      expect(second.usage?.input_tokens).toBeGreaterThan(first.usage?.input_tokens ?? 0)
      const read = await client().retrieve(first.id)
      expect([read.id, read.output_text]).toEqual([first.id, first.output_text])
      const roles: string[] = []
      for await (const item of client().inputItems.list(second.id, { order: 'asc', limit: 1 })) {
        roles.push('role' in item ? item.role : item.type)
      }
      expect(roles).toEqual(['user', 'assistant', 'user'])
      await client().delete(first.id)
      await expect(client().retrieve(first.id)).rejects.toMatchObject({ status: 404, code: 'response_not_found' })
    })

    test('the openai client reads a stream, which says the same', async () => {
      const events = await streamed()
      const deltas = events.flatMap((event) => (event.type === 'response.output_text.delta' ? event.delta : []))
      expect(deltas.join('')).toBe(target().text)
      expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
      expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } })
      const final = await client().stream({ model: target().model, input: 'Tell me something.' }).finalResponse()
      expect(final.output_text).toBe(target().text)
    })

    test('a function is called, and its output answered', async () => {
      const params = { model: target().toolModel, tools: [WEATHER], input: 'How is the weather in Paris?' }
      const called = await whole(params)
      const call = called.output.find((item) => item.type === 'function_call')
      expect([call?.name, JSON.parse(call?.arguments ?? 'null')]).toEqual(['get_weather', { city: 'Paris' }])
      const output = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'sunny' }
      const answered = await whole({ ...params, input: [output], previous_response_id: called.id })
      expect(answered.status).toBe('completed')
      const events = await streamed(params)
      const done = events.find((event) => event.type === 'response.function_call_arguments.done')
      expect(JSON.parse(done?.arguments ?? 'null')).toEqual({ city: 'Paris' })
    })

    test('input is counted as it is used, and made shorter', async () => {
      const { input_tokens } = await client().inputTokens.count({ model: target().model, input: 'Tell me something.' })
      expect(input_tokens).toBe((await whole()).usage?.input_tokens)
      const compacted = await client().compact({ model: target().model, input: 'Tell me something.' })
      expect(compacted.output.map((item) => item.type)).toEqual(['message', 'compaction'])
    })

    test('a response in the background is asked for until it is there', async () => {
      let response = await whole({ background: true })
      expect(response.output).toEqual([])
      while (response.status === 'queued' || response.status === 'in_progress') {
        response = await client().retrieve(response.id)
      }
      expect([response.status, response.output_text]).toEqual(['completed', target().text])
      const events: Event[] = []
      const replay = await client().retrieve(response.id, { stream: true, starting_after: 2 })
      for await (const event of replay) events.push(event)
      expect([events[0]?.sequence_number, events.at(-1)?.type]).toEqual([3, 'response.completed'])
    })

    test('everything is as OpenAI documents it', async (context) => {
      const { toolModel, model } = target()
      const include: Params['include'] = ['reasoning.encrypted_content']
      for (const params of [{}, { max_output_tokens: 1 }, { model: toolModel, tools: [WEATHER], include }]) {
        for (const event of await streamed(params)) expectOpenAiEvent(context, 'ResponseStreamEvent', event)
        const { output_text: _, ...response } = await whole(params)
        expectOpenAi(context, 'Response', response)
        const list = await fetch(`${target().baseUrl}/v1/responses/${response.id}/input_items`)
        expectOpenAi(context, 'ResponseItemList', await list.json())
      }
      expectOpenAi(context, 'TokenCountsResource', await client().inputTokens.count({ model, input: 'x' }))
      expectOpenAi(context, 'CompactResource', await client().compact({ model: model as 'gpt-5', input: 'x' }))
    })
  })
}
