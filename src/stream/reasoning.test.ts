import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../test/fakes/random.ts'
import type { EngineEvent, FinishReason, TokenLogprob } from '../core/event.ts'
import { inlineReasoning } from './inline-reasoning.ts'
import { type ReasoningOptions, reasoning } from './reasoning.ts'

const THINK: ReasoningOptions = {
  tags: { open: '<think>', close: '</think>', control: false },
  opened: false,
  verbatim: false,
}
const OPENED = { ...THINK, opened: true }
const CHANNEL: ReasoningOptions = {
  tags: { open: '<|channel|>analysis<|message|>', close: '<|end|>', control: true },
  opened: false,
  verbatim: false,
}

interface Outcome {
  readonly reasoning: string
  readonly content: string
  readonly reasoningTokens: number | undefined
}

/** An engine's whole stream: each piece is one token. */
function stream(pieces: readonly string[], reason: FinishReason = 'stop'): EngineEvent[] {
  return [
    { type: 'prompt-progress', done: 5, total: 5, cached: 2 },
    ...pieces.map((text): EngineEvent => ({ type: 'text-delta', text, tokens: 1 })),
    { type: 'usage', promptTokens: 5, completionTokens: pieces.length, cachedTokens: 2 },
    { type: 'finish', reason },
  ]
}

function run(options: ReasoningOptions, pieces: readonly string[], reason?: FinishReason): Outcome {
  const transform = reasoning(options)
  const events = stream(pieces, reason).flatMap((event) => transform(event))
  let [thought, content, tokens] = ['', '', 0]
  for (const event of events) {
    if (event.type === 'reasoning-delta') thought += event.text
    if (event.type === 'text-delta') content += event.text
    if ('tokens' in event) tokens += event.tokens
  }
  expect(tokens).toBe(pieces.length)
  expect(events.slice(-2).map(({ type }) => type)).toEqual(['usage', 'finish'])
  const usage = events.find((event) => event.type === 'usage')
  return { reasoning: thought, content, reasoningTokens: usage?.reasoningTokens }
}

function randomSplit(text: string, seed: number): string[] {
  const random = seededRandom(seed)
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * 9)
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}

const channels = '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b'

describe.each<[string, ReasoningOptions, string, FinishReason, string, string]>([
  ['opened by the prompt', OPENED, 'r</think>ANS', 'stop', 'r', 'ANS'],
  ['opened by the prompt and again', OPENED, '<think>\nr</think>ANS', 'stop', 'r', 'ANS'],
  ['opened by the prompt and never closed', OPENED, 'r and so on', 'stop', 'r and so on', ''],
  ['cut before it closes', THINK, '<think>r', 'length', 'r', ''],
  ['cut in the closing tag', THINK, '<think>r</thi', 'length', 'r', ''],
  ['cut in the opening tag', THINK, '<thi', 'length', '', ''],
  ['a turn that ends like a tag', THINK, '<thi', 'stop', '', '<thi'],
  ['no reasoning', THINK, 'ANS', 'stop', '', 'ANS'],
  ['white space only', THINK, ' \n', 'stop', '', ' \n'],
  ['white space around it', THINK, '\n<think>\n\nr\n\ns\n</think>\n\nANS\n', 'stop', 'r\n\ns', 'ANS\n'],
  ['empty', THINK, '<think>\n\n</think>\n\nANS', 'stop', '', 'ANS'],
  [
    'a tag in the answer',
    THINK,
    '<think>r</think>Write `<think>` and `</think>`.',
    'stop',
    'r',
    'Write `<think>` and `</think>`.',
  ],
  ['a tag in an answer without reasoning', THINK, 'Write <think>.', 'stop', '', 'Write <think>.'],
  ['text that looks like a tag', THINK, '<thin ice', 'stop', '', '<thin ice'],
  ['reasoning that looks like an end', THINK, '<think>a < b </thin</think>c', 'stop', 'a < b </thin', 'c'],
  ['control tokens', CHANNEL, channels, 'stop', 'a', '<|start|>assistant<|channel|>final<|message|>b'],
  [
    'control tokens, twice',
    CHANNEL,
    `${channels}<|channel|>analysis<|message|>c`,
    'stop',
    'ac',
    '<|start|>assistant<|channel|>final<|message|>b',
  ],
  [
    'left as it is',
    { ...THINK, verbatim: true },
    ' <think>\nr\n</think>\n\nANS ',
    'stop',
    ' <think>\nr\n</think>',
    '\n\nANS ',
  ],
])('%s', (_, options, raw, reason, thought, content) => {
  test('whole, by character and cut at random', () => {
    expect(run(options, [raw], reason)).toMatchObject({ reasoning: thought, content })
    expect(run(options, raw.split(''), reason)).toMatchObject({ reasoning: thought, content })
    for (let seed = 1; seed <= 20; seed++) {
      expect(run(options, randomSplit(raw, seed), reason)).toMatchObject({ reasoning: thought, content })
    }
  })
})

test('reasoning tokens are those of the block and its tags', () => {
  expect(run(THINK, ['<th', 'ink>', 'r', 's', '</think>', 'A', 'B']).reasoningTokens).toBe(5)
  expect(run(OPENED, ['r', '</think>', 'A']).reasoningTokens).toBe(2)
  expect(run(THINK, ['A', 'B']).reasoningTokens).toBe(0)
})

test('what is certain is shown at once', () => {
  const transform = reasoning(OPENED)
  const shown = (text: string) => transform({ type: 'text-delta', text, tokens: 1 })
  expect(shown('so')).toEqual([{ type: 'reasoning-delta', text: 'so', tokens: 1 }])
  expect(shown(' I</thi')).toEqual([{ type: 'reasoning-delta', text: ' I', tokens: 1 }])
  expect(shown('nk>')).toEqual([{ type: 'reasoning-delta', text: '', tokens: 1 }])
  expect(shown('\nYes')).toEqual([{ type: 'text-delta', text: 'Yes', tokens: 1 }])
})

test('left as it is and put back, the text is what the engine wrote', () => {
  const raw = '\n<think>\n a </think>\n\nANS <think>'
  const transform = reasoning({ ...THINK, verbatim: true })
  const events = stream(raw.split(''))
    .flatMap((event) => transform(event))
    .flatMap(inlineReasoning)
  expect(events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')).toBe(raw)
  expect(events.some((event) => event.type === 'reasoning-delta')).toBe(false)
})

test('logprobs go with the text of the answer, those of the reasoning go', () => {
  const transform = reasoning(OPENED)
  const logprob = (id: number): TokenLogprob => ({ id, bytes: '', logprob: -id, top: [] })
  const pieces: [string, number][] = [
    ['r', 1],
    ['</thi', 2],
    ['nk>A', 3],
    ['', 4],
    ['B', 5],
  ]
  const events = pieces.flatMap(([text, id]) =>
    transform({ type: 'text-delta', text, tokens: 1, logprobs: [logprob(id)] }),
  )
  const told = events.flatMap((event) => (event.type === 'text-delta' ? (event.logprobs ?? []) : []))
  expect(told.map(({ id }) => id)).toEqual([3, 4, 5])
})
