import { expect, test } from 'vitest'
import type { Placement, Pooling } from '../../src/core/placement.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { models } from '../fixtures/models.ts'
import { loaded } from './loaded.ts'

const TEXTS = ['one day', 'a tree and a friend', 'happy', 'the day you can see a tree and play']

async function embedding<Result>(
  path: string,
  wish: Placement,
  use: (embed: Embed) => Promise<Result>,
): Promise<Result> {
  const instance = await loaded(path, { contextTokens: 512, ...wish })
  try {
    return await use((...inputs) => vectors(instance, inputs))
  } finally {
    await instance.stop(10_000)
  }
}

type Embed = (...inputs: (string | readonly number[])[]) => Promise<readonly Float32Array[]>

async function vectors(
  instance: EngineInstance,
  inputs: readonly (string | readonly number[])[],
): Promise<readonly Float32Array[]> {
  const found: Float32Array[] = []
  const events = instance.run({ kind: 'embed', inputs, normalize: false }, new AbortController().signal)
  for await (const event of events) {
    if (event.type === 'error') throw event.error
    if (event.type === 'embedding') {
      found[event.index] = new Float32Array(new Uint8Array(Buffer.from(event.vector, 'base64')).buffer)
    }
  }
  return found
}

/** A model that generates, loaded as an embedder. */
const of = (pooling: Pooling, ...inputs: (readonly number[])[]) =>
  embedding(models.random(), { pooling }, (embed) => embed(...inputs))

test('the mean of a text is that of the last tokens of its beginnings, and the first is the shortest of these', async () => {
  const text = [20, 31, 42, 53]
  const beginnings = text.map((_, at) => text.slice(0, at + 1))
  const lasts = await of('last', ...beginnings)
  const [mean] = await of('mean', text)
  const [first] = await of('cls', text)
  const average = (lasts[0] as Float32Array).map(
    (_, at) => lasts.reduce((sum, vector) => sum + (vector[at] as number), 0) / lasts.length,
  )
  const [shortest] = lasts
  expect(mean).toHaveLength(64)
  for (const [at, value] of average.entries()) expect(mean?.[at]).toBeCloseTo(value, 4)
  for (const [at, value] of (shortest as Float32Array).entries()) expect(first?.[at]).toBeCloseTo(value, 4)
  expect(lasts[3]).not.toEqual(lasts[2])
})

test('with `deterministic` a text has the same vector alone and among others, to the last bit', async () => {
  await embedding(models.embedder(), { deterministic: true }, async (embed) => {
    const together = await embed(...TEXTS)
    for (const [at, text] of TEXTS.entries()) expect((await embed(text))[0]).toEqual(together[at])
  })
})

test('a context may be of any size: as many tokens as it has are one text, alone or beside others', async () => {
  const long = Array.from({ length: 1000 }, (_, at) => 10 + ((at * 7) % 100))
  const path = models.random()
  const [odd, even] = [
    await embedding(path, { pooling: 'mean', contextTokens: 1000 }, (embed) => embed(long, [5, 6, 7])),
    await embedding(path, { pooling: 'mean', contextTokens: 1024 }, (embed) => embed(long, [5, 6, 7])),
  ]
  expect(odd.map(({ length }) => length)).toEqual([64, 64])
  // Room of another size is computed in another order.
  for (const [at, vector] of odd.entries()) {
    for (const [place, value] of vector.entries()) expect(value).toBeCloseTo(even[at]?.[place] ?? Number.NaN, 2)
  }
})
