import { expect, test } from 'vitest'
import { image } from '../../../../../test/fixtures/media.ts'
import type { Media } from '../../../../core/media.ts'
import { Encodings } from './encodings.ts'
import type { MediaPiece } from './projector.ts'

const ROWS = { rows: 4, positions: 4, grid: null, bothWays: false }
const PIECES: readonly MediaPiece[] = [{ tokens: Int32Array.of(7) }, ROWS, { tokens: Int32Array.of(8) }, ROWS]
const [A, B] = [image({ red: 1 }), image({ red: 2 })]
const always = () => true

/** A projector that counts what it is asked for. */
function counting() {
  const asked: string[] = []
  return {
    asked,
    async pieces(media: Media) {
      asked.push(`pieces ${media === A ? 'a' : 'b'}`)
      return PIECES
    },
    async encode(media: Media, wanted: () => boolean) {
      asked.push(`encode ${media === A ? 'a' : 'b'}`)
      return wanted() ? [new Float32Array(256), new Float32Array(256)] : null
    },
  }
}

test('the same image is encoded once', async () => {
  const projector = counting()
  const encodings = new Encodings(projector)
  const first = await encodings.vectors(A, always)
  expect(await encodings.vectors({ ...A }, always)).toBe(first)
  await encodings.vectors(B, always)
  expect(projector.asked).toEqual(['encode a', 'encode b'])
})

test('rows have ids of their own, the same ones for the same image', async () => {
  const encodings = new Encodings(counting())
  const ids = async (media: Media) =>
    (await encodings.pieces(media)).flatMap((piece) => ('id' in piece ? [piece.id] : []))
  expect(await ids(A)).toEqual([-1, -5])
  expect(await ids(B)).toEqual([-9, -13])
  expect(await ids(A)).toEqual([-1, -5])
})

test('over the budget, what was used longest ago is forgotten', async () => {
  const projector = counting()
  const encodings = new Encodings(projector, 3000)
  await encodings.vectors(A, always)
  await encodings.vectors(B, always)
  await encodings.vectors(B, always)
  await encodings.vectors(A, always)
  expect(projector.asked).toEqual(['encode a', 'encode b', 'encode a'])
})

test('what nobody wants any more is not kept', async () => {
  const projector = counting()
  const encodings = new Encodings(projector)
  expect(await encodings.vectors(A, () => false)).toBeNull()
  expect(await encodings.vectors(A, always)).toHaveLength(2)
})

test('an image that could not be read is tried again', async () => {
  const projector = counting()
  let failing = true
  const encodings = new Encodings({
    ...projector,
    pieces: async (media) => (failing ? Promise.reject(new Error('broken')) : projector.pieces(media)),
  })
  await expect(encodings.pieces(A)).rejects.toThrow('broken')
  failing = false
  expect(await encodings.pieces(A)).toHaveLength(4)
})
