import { expect, test } from 'vitest'
import type { ResponseEvent, ResponseObject } from '../api/responses.ts'
import { type Answer, advance, NO_ANSWER } from './answer.ts'

const response = (fields: Partial<ResponseObject>): ResponseObject => ({
  id: 'r',
  status: 'in_progress',
  output: [],
  error: null,
  ...fields,
})

const message = (text: string) => ({
  type: 'message' as const,
  role: 'assistant' as const,
  content: [{ type: 'output_text' as const, text }],
})

const thought = (text: string) => ({ type: 'reasoning' as const, content: [{ type: 'reasoning_text' as const, text }] })

const EVENTS = [
  { type: 'response.created', response: response({ status: 'queued' }) },
  { type: 'response.queued', response: response({ status: 'queued' }) },
  { type: 'response.in_progress', response: response({}) },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning' } },
  { type: 'response.reasoning_text.delta', output_index: 0, delta: 'Hm' },
  { type: 'response.reasoning_text.delta', output_index: 0, delta: 'm.' },
  { type: 'response.output_item.done', output_index: 0, item: thought('Hmm.') },
  { type: 'response.output_item.added', output_index: 1, item: { type: 'message', role: 'assistant', content: [] } },
  { type: 'response.content_part.added' },
  { type: 'response.output_text.delta', output_index: 1, delta: 'Yes' },
  { type: 'response.output_text.delta', output_index: 1, delta: ', no.' },
].map((event, sequence_number) => ({ ...event, sequence_number })) as readonly ResponseEvent[]

const after = (events: readonly ResponseEvent[], answer: Answer = NO_ANSWER) => events.reduce(advance, answer)

test('an answer is what its events have said so far', () => {
  expect(after(EVENTS.slice(0, 2))).toMatchObject({ phase: 'waiting', responseId: 'r', items: [] })
  expect(after(EVENTS.slice(0, 3)).phase).toBe('reading')
  expect(after(EVENTS.slice(0, 6))).toMatchObject({ phase: 'writing', items: [thought('Hmm.')] })
  expect(after(EVENTS)).toMatchObject({ items: [thought('Hmm.'), message('Yes, no.')], seen: 10 })
})

test('events that come again say nothing new', () => {
  const whole = after(EVENTS)
  expect(after(EVENTS, whole)).toBe(whole)
})

test('the end has the whole, and what it took', () => {
  const usage = {
    input_tokens: 5,
    input_tokens_details: { cached_tokens: 2 },
    output_tokens: 3,
    output_tokens_details: { reasoning_tokens: 1 },
  }
  const end = response({ status: 'completed', output: [message('All.')], usage })
  expect(after([{ type: 'response.completed', sequence_number: 11, response: end }], after(EVENTS))).toMatchObject({
    phase: 'over',
    status: 'completed',
    items: [message('All.')],
    usage: { input_tokens: 5, cached_tokens: 2, output_tokens: 3, reasoning_tokens: 1 },
  })
})

test('a failure keeps what was said before it', () => {
  const error = { code: 'server_error', message: 'It broke.' }
  const end = response({ status: 'failed', error })
  expect(after([{ type: 'response.failed', sequence_number: 11, response: end }], after(EVENTS))).toMatchObject({
    status: 'failed',
    error,
    items: [thought('Hmm.'), message('Yes, no.')],
  })
})

test('how far the prompt is stays until the answer is over', () => {
  const progress = { type: 'response.prompt_progress', total: 90, cache: 0, processed: 30, sequence_number: 3 } as const
  expect(after([...EVENTS.slice(0, 3), progress])).toMatchObject({
    phase: 'reading',
    progress: { total: 90, processed: 30 },
  })
})
