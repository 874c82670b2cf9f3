import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readImage } from './image.ts'

const attachment = { kind: 'image', source: '', param: 'messages.0.content.1.image_url.url' } as const

/** Two pixels beside each other, red and blue. */
const PAIR = sharp(Buffer.from([255, 0, 0, 0, 0, 255]), { raw: { width: 2, height: 1, channels: 3 } })

const pixelsOf = async (bytes: Buffer, longestSide?: number) => {
  const { pixels, width, height } = await readImage(bytes, { ...attachment, ...(longestSide && { longestSide }) })
  return { width, height, pixels: [...Buffer.from(pixels, 'base64')] }
}

test.each([
  ['PNG', () => PAIR.clone().png().toBuffer()],
  ['WebP', () => PAIR.clone().webp({ lossless: true }).toBuffer()],
  ['GIF', () => PAIR.clone().gif().toBuffer()],
])('a %s comes out pixel by pixel', async (_, encoded) => {
  expect(await pixelsOf(await encoded())).toEqual({ width: 2, height: 1, pixels: [255, 0, 0, 0, 0, 255] })
})

test('a JPEG is turned as it was taken', async () => {
  const upright = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
  const turned = await upright.jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { width, height } = await pixelsOf(turned)
  expect([width, height]).toEqual([20, 40])
})

test('of an animation the first frame is read', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 4, height: 4, channels: 3, background } })
      .png()
      .toBuffer()
  const animation = await sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
    .gif()
    .toBuffer()
  const { width, height, pixels } = await pixelsOf(animation)
  expect([width, height, pixels.slice(0, 3)]).toEqual([4, 4, [255, 0, 0]])
})

test('what lets through is on white, and grey has three colours', async () => {
  const clear = sharp(Buffer.from([9, 9, 9, 0]), { raw: { width: 1, height: 1, channels: 4 } })
  expect((await pixelsOf(await clear.png().toBuffer())).pixels).toEqual([255, 255, 255])
  const grey = sharp(Buffer.from([7]), { raw: { width: 1, height: 1, channels: 1 } })
  expect((await pixelsOf(await grey.toColourspace('b-w').png().toBuffer())).pixels).toEqual([7, 7, 7])
})

test('a large image is scaled down to the longest side, by 2048 where none is named, and a small one is left', async () => {
  const wide = await sharp({ create: { width: 4096, height: 1024, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const size = async (longestSide?: number) => {
    const { width, height } = await pixelsOf(wide, longestSide)
    return [width, height]
  }
  expect([await size(), await size(512), await size(9000)]).toEqual([
    [2048, 512],
    [512, 128],
    [4096, 1024],
  ])
})

test('the same pixels have the same mark, whatever file they come from, and others another', async () => {
  const mark = async (bytes: Buffer) => (await readImage(bytes, attachment)).mark
  const other = sharp(Buffer.from([255, 0, 0, 0, 0, 254]), { raw: { width: 2, height: 1, channels: 3 } })
  const marks = await Promise.all([
    PAIR.clone().png().toBuffer().then(mark),
    PAIR.clone().webp({ lossless: true }).toBuffer().then(mark),
    other.png().toBuffer().then(mark),
  ])
  expect(marks[1]).toBe(marks[0])
  expect(marks[2]).not.toBe(marks[0])
})
