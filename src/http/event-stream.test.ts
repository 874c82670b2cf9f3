import type { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { eventStream } from './event-stream.ts'
import { FRAMINGS } from './framing.ts'

function open(events: AsyncIterable<unknown>, clock = new ManualClock(), framing = FRAMINGS.data): Readable {
  const encodeFailure = (thrown: unknown) => ({ error: String(thrown) })
  return eventStream(events, { clock, framing, pingAfterMs: 15_000, encodeFailure })
}

async function pieces(stream: Readable): Promise<string[]> {
  const all: string[] = []
  for await (const piece of stream) all.push(String(piece))
  return all
}

/** Values that are told one by one. */
function told<T>(): { values: AsyncIterable<T>; tell(value: T): void; finish(): void; readonly returned: boolean } {
  const waiting: ((result: IteratorResult<T>) => void)[] = []
  const ready: IteratorResult<T>[] = []
  let returned = false
  const give = (result: IteratorResult<T>): void => {
    const take = waiting.shift()
    if (take) take(result)
    else ready.push(result)
  }
  const end = { done: true, value: undefined } as const
  return {
    values: {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          const first = ready.shift()
          return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve))
        },
        return: () => {
          returned = true
          for (const take of waiting.splice(0)) take(end)
          return Promise.resolve(end)
        },
      }),
    },
    tell: (value) => give({ done: false, value }),
    finish: () => give(end),
    get returned() {
      return returned
    },
  }
}

describe('an event stream', () => {
  test('a frame each, then [DONE]', async () => {
    async function* events() {
      yield { a: 1 }
      yield { b: 'x\ny' }
    }
    expect((await pieces(open(events()))).join('')).toBe('data: {"a":1}\n\ndata: {"b":"x\\ny"}\n\ndata: [DONE]\n\n')
  })

  test('events of one tick are one piece, those of another the next', async () => {
    const source = told<number>()
    const stream = open(source.values)
    const result = pieces(stream)
    for (const value of [1, 2, 3]) source.tell(value)
    await settled()
    await settled()
    source.tell(4)
    source.finish()
    expect(await result).toEqual(['data: 1\n\ndata: 2\n\ndata: 3\n\n', 'data: 4\n\ndata: [DONE]\n\n'])
  })

  test('a failure is the last event, and no [DONE] follows', async () => {
    async function* events() {
      yield 1
      throw new Error('broken')
    }
    expect((await pieces(open(events()))).join('')).toBe('data: 1\n\ndata: {"error":"Error: broken"}\n\n')
  })

  test('named events are called by their type, and nothing follows the last', async () => {
    async function* events() {
      yield { type: 'a.b', n: 1 }
      throw new Error('broken')
    }
    expect((await pieces(open(events(), new ManualClock(), FRAMINGS.named))).join('')).toBe(
      'event: a.b\ndata: {"type":"a.b","n":1}\n\nevent: error\ndata: {"error":"Error: broken"}\n\n',
    )
  })

  test('lines are JSON, and silence stays silent', async () => {
    const clock = new ManualClock()
    const source = told<object>()
    const result = pieces(open(source.values, clock, FRAMINGS.lines))
    expect(clock.pending).toBe(0)
    source.tell({ a: 'x\ny' })
    source.finish()
    expect((await result).join('')).toBe('{"a":"x\\ny"}\n')
  })

  test('pings in silences only, and leaves no timer behind', async () => {
    const clock = new ManualClock()
    const source = told<number>()
    const result = pieces(open(source.values, clock))
    clock.advance(14_999)
    source.tell(1)
    await settled()
    await settled()
    clock.advance(14_999)
    await settled()
    clock.advance(1)
    await settled()
    clock.advance(15_000)
    await settled()
    source.finish()
    expect((await result).join('')).toBe('data: 1\n\n: ping\n\n: ping\n\ndata: [DONE]\n\n')
    expect(clock.pending).toBe(0)
  })

  test('asks the source for no more than a slow reader takes', async () => {
    let asked = 0
    const total = 5000
    const text = 'x'.repeat(1000)
    async function* events() {
      for (; asked < total; asked++) yield text
    }
    const stream = open(events())
    for (let tick = 0; tick < 50; tick++) await settled()
    expect(asked).toBeLessThan(200)
    const all = (await pieces(stream)).join('')
    expect(all.split('\n\n').length).toBe(total + 2)
  })

  test('a reader that leaves ends the source, also one that is silent, and the pings', async () => {
    const clock = new ManualClock()
    const source = told<number>()
    const stream = open(source.values, clock)
    stream.on('data', () => {})
    source.tell(1)
    await settled()
    stream.destroy()
    await settled()
    expect(source.returned).toBe(true)
    expect(clock.pending).toBe(0)
  })
})

test.each([
  ['data', 'data: 1\n\ndata: {"error":"Error: no"}\n\n', 'data: 1\n\ndata: [DONE]\n\n'],
  ['data-always-done', 'data: 1\n\ndata: {"error":"Error: no"}\n\ndata: [DONE]\n\n', 'data: 1\n\ndata: [DONE]\n\n'],
  ['data-named-error', 'data: 1\n\nevent: error\ndata: {"error":"Error: no"}\n\n', 'data: 1\n\ndata: [DONE]\n\n'],
  [
    'named-always-done',
    'event: error\ndata: 1\n\nevent: error\ndata: {"error":"Error: no"}\n\ndata: [DONE]\n\n',
    'event: error\ndata: 1\n\ndata: [DONE]\n\n',
  ],
] as const)('%s, when it fails and when it ends', async (format, failed, ended) => {
  async function* events(fails: boolean) {
    yield 1
    if (fails) throw new Error('no')
  }
  const texts = [true, false].map(async (fails) =>
    (await pieces(open(events(fails), new ManualClock(), FRAMINGS[format]))).join(''),
  )
  expect(await Promise.all(texts)).toEqual([failed, ended])
})
