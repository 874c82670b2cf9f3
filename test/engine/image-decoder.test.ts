import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { HERE } from '../../src/media/decoder/decoder.ts'
import { decodeInChild } from '../../src/media/decoder/in-child.ts'
import { ManualClock } from '../fakes/clock.ts'

const entry = fileURLToPath(new URL('../../dist/media/decoder/child.js', import.meta.url))
const decoder = decodeInChild({ clock: new ManualClock(), entry })
const attachment = {
  kind: 'image',
  source: 'data:',
  param: 'messages.0.content.0.image_url.url',
  longestSide: 8,
} as const

test('an image is the same from a process of its own, and what is none is refused as here', async () => {
  const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
  const bytes = await picture.png().toBuffer()
  expect(await decoder.pixels(bytes, attachment)).toEqual(await HERE.pixels(bytes, attachment))
  expect(await decoder.header(bytes, 'p')).toEqual({ format: 'png', width: 20, height: 10, frames: 1 })
  for (const bad of [Buffer.from('nothing'), bytes.subarray(0, 60)]) {
    const refusal = await HERE.pixels(bad, attachment).catch((error: Error) => error.message)
    await expect(decoder.pixels(bad, attachment)).rejects.toMatchObject({
      code: 'invalid_content_part',
      param: attachment.param,
      message: refusal,
    })
  }
})
