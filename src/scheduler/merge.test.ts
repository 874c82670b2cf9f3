import { expect, it } from 'vitest'
import { TrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import { merge, tagged } from './merge.ts'

const delta = (text: string): EngineEvent => ({ type: 'text-delta', text, tokens: 1 })

/** A stream fed by hand. */
function feed() {
  const queue: (EngineEvent | Error | null)[] = []
  let wake = () => {}
  const put = (item: EngineEvent | Error | null) => {
    queue.push(item)
    wake()
  }
  async function* read(): AsyncGenerator<EngineEvent> {
    while (true) {
      const item = queue.shift()
      if (item === null) return
      if (item instanceof Error) throw item
      if (item) yield item
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return { put, stream: read() }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = []
  for await (const item of items) seen.push(item)
  return seen
}

it('gives events in the order they come, with the index of their stream', async () => {
  const [a, b] = [feed(), feed()]
  const merged = merge([tagged(0, a.stream), tagged(1, b.stream)])
  b.put(delta('b1'))
  expect((await merged.next()).value).toEqual({ task: 1, event: delta('b1') })
  a.put(delta('a1'))
  expect((await merged.next()).value).toEqual({ task: 0, event: delta('a1') })
  a.put(null)
  b.put(delta('b2'))
  expect((await merged.next()).value).toEqual({ task: 1, event: delta('b2') })
  b.put(null)
  expect((await merged.next()).done).toBe(true)
})

it('turns a thrown error into an event of its stream, and goes on with the others', async () => {
  const [a, b] = [feed(), feed()]
  a.put(new TrivetError('engine_error', { reason: 'x' }))
  b.put(delta('b1'))
  b.put(null)
  const seen = await collect(merge([tagged(0, a.stream), tagged(1, b.stream)]))
  expect(seen.filter(({ task }) => task === 0)).toEqual([
    { task: 0, event: { type: 'error', error: { code: 'engine_error', details: { reason: 'x' }, param: null } } },
  ])
  expect(seen.filter(({ task }) => task === 1)).toEqual([{ task: 1, event: delta('b1') }])
})

it('of nothing is nothing', async () => {
  expect(await collect(merge([]))).toEqual([])
})
