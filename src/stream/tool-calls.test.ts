import { describe, expect, test } from 'vitest'
import { hermesReader } from '../../test/fakes/hermes-reader.ts'
import type { EngineEvent, FinishReason, TokenLogprob } from '../core/event.ts'
import { stopStrings } from './stop-strings.ts'
import { toolCalls } from './tool-calls.ts'

const call = (name: string, args = '{"x": 1}') => `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`

function transform(maxCalls = Number.POSITIVE_INFINITY) {
  let ids = 0
  return toolCalls({ reader: hermesReader('a', 'b'), newCallId: () => `call-${++ids}`, maxCalls })
}

/** The events for a text of one token a piece, without the prompt's. */
function run(pieces: readonly string[], reason: FinishReason = 'stop', maxCalls?: number): readonly EngineEvent[] {
  const step = transform(maxCalls)
  return [
    ...pieces.flatMap((text) => step({ type: 'text-delta', text, tokens: 1 })),
    ...step({ type: 'usage', promptTokens: 5, completionTokens: pieces.length, cachedTokens: 0 }),
    ...step({ type: 'finish', reason }),
  ]
}

const types = (events: readonly EngineEvent[]) => events.map(({ type }) => type)
const textOf = (events: readonly EngineEvent[]) =>
  events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
const finishOf = (events: readonly EngineEvent[]) => events.find((event) => event.type === 'finish')?.reason

describe('a call', () => {
  test('comes with its name first, then its arguments as they come', () => {
    expect(run(['<tool_call>\n{"name": "a", "argu', 'ments": {"x"', ': 1}}', '\n</tool_call>'])).toEqual([
      { type: 'tool-call-start', call: 0, id: 'call-1', name: 'a', tokens: 1 },
      { type: 'tool-call-delta', call: 0, arguments: '{"x"', tokens: 1 },
      { type: 'tool-call-delta', call: 0, arguments: ': 1}', tokens: 1 },
      { type: 'tool-call-end', call: 0, tokens: 0 },
      { type: 'usage', promptTokens: 5, completionTokens: 4, cachedTokens: 0 },
      { type: 'finish', reason: 'tool-calls' },
    ])
  })

  test('and another have numbers and ids of their own', () => {
    const starts = run([call('a'), call('b', '{}')]).filter((event) => event.type === 'tool-call-start')
    expect(starts).toMatchObject([
      { call: 0, id: 'call-1', name: 'a' },
      { call: 1, id: 'call-2', name: 'b' },
    ])
  })

  test('past the limit is left out', () => {
    const events = run([call('a'), call('b')], 'stop', 1)
    expect(types(events).filter((type) => type === 'tool-call-start').length).toBe(1)
    expect(finishOf(events)).toBe('tool-calls')
  })

  test('that a limit cuts never ends, and neither is it said to have been made', () => {
    const events = run(['<tool_call>{"name": "a", "arguments": {"x": '], 'length')
    expect(types(events)).toEqual(['tool-call-start', 'tool-call-delta', 'usage', 'finish'])
    expect(finishOf(events)).toBe('length')
  })

  test.each(['{"x": tru}', '[1]', '5'])('with arguments %s never ends', (args) => {
    const events = run([call('a', args)])
    expect(types(events)).not.toContain('tool-call-end')
    expect(finishOf(events)).toBe('stop')
  })
})

describe('text', () => {
  test.each([
    ['alone keeps its white space', '\n Hello \n', '\n Hello \n'],
    ['before a call loses the space between', `Let me see. \n\n${call('a')}`, 'Let me see.'],
    ['of nothing but space around calls goes', `\n\n${call('a')}\n${call('b')}\n`, ''],
    ['after a call begins anew', `${call('a')}\n\nThat was it.\n`, 'That was it.'],
  ])('%s', (_, raw, expected) => {
    expect(textOf(run([raw]))).toBe(expected)
    expect(textOf(run(raw.split('')))).toBe(expected)
  })

  test('has the logprobs of its tokens, calls have none', () => {
    const step = transform()
    const logprob = (id: number): TokenLogprob => ({ id, bytes: '', logprob: -id, top: [] })
    const pieces = ['Hi', ' ', 'there', ' ', '<tool', '_call>', '{"name": "a"}', '</tool_call>', ' End']
    const events = pieces.flatMap((text, id) => step({ type: 'text-delta', text, tokens: 1, logprobs: [logprob(id)] }))
    const told = events.flatMap((event) => (event.type === 'text-delta' ? (event.logprobs ?? []) : []))
    expect(told.map(({ id }) => id)).toEqual([0, 1, 2, 8])
  })
})

describe('stop strings', () => {
  const stopped = (raw: string, stop: string) => {
    const [calls, stops] = [transform(), stopStrings([stop])]
    const events: EngineEvent[] = [
      ...Array.from(raw, (text): EngineEvent => ({ type: 'text-delta', text, tokens: 1 })),
      { type: 'usage', promptTokens: 5, completionTokens: raw.length, cachedTokens: 0 },
      { type: 'finish', reason: 'stop' },
    ]
    return events.flatMap((event) => calls(event)).flatMap((event) => stops(event))
  }

  test('do not end a call whose arguments have them', () => {
    const events = stopped(`Well. ${call('a', '{"x": "STOP"}')}`, 'STOP')
    expect(textOf(events)).toBe('Well.')
    expect(finishOf(events)).toBe('tool-calls')
  })

  test('do not reach across a call', () => {
    expect(textOf(stopped(`ST${call('a')}OP it`, 'STOP'))).toBe('STOP it')
  })

  test('after a call end the answer, which has still called', () => {
    const events = stopped(`${call('a')}\nNow STOP`, 'STOP')
    expect([textOf(events), finishOf(events)]).toEqual(['Now ', 'tool-calls'])
  })
})

test.each(['<to', '<tool_call> \n{', 'Hi <tool_call>{"name": "a'])(
  'what may be a call and is cut by a limit, %j, is no words',
  (text) => {
    expect(textOf(run([text], 'length'))).toBe(text.startsWith('Hi') ? 'Hi ' : '')
    expect(textOf(run([text], 'stop'))).toBe(text)
  },
)

test.each(['<to', '<tool_call> \n{'])('where there must be calls, %j cut short is no words', (text) => {
  const options = { reader: hermesReader('a', 'b'), newCallId: () => 'call', maxCalls: 1, mustCall: true }
  const step = toolCalls(options)
  const usage = { type: 'usage', promptTokens: 5, completionTokens: 3, cachedTokens: 0 } as const
  const events = [
    ...step({ type: 'text-delta', text, tokens: 3 }),
    ...step(usage),
    ...step({ type: 'finish', reason: 'length' }),
  ]
  const words = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
  expect([words, events.at(-1)]).toEqual(['', { type: 'finish', reason: 'length' }])
})
