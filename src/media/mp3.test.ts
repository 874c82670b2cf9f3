import { expect, test } from 'vitest'
import { MP3_FRAME_SAMPLES, MP3_HERTZ, MP3_RATE, mp3Tone } from '../../test/fixtures/mp3.ts'
import { isMp3, readMp3 } from './mp3.ts'

/** How much of a tone is in a sound. */
function strength(values: Float32Array, rate: number, hertz: number): number {
  let [sine, cosine] = [0, 0]
  for (const [at, value] of values.entries()) {
    sine += value * Math.sin((2 * Math.PI * hertz * at) / rate)
    cosine += value * Math.cos((2 * Math.PI * hertz * at) / rate)
  }
  return Math.hypot(sine, cosine) / values.length
}

test.each([
  ['as it is', mp3Tone(40)],
  ['after a tag', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a'), Buffer.alloc(10), mp3Tone(40)])],
])('the tone of an MP3 is heard, %s', async (_, bytes) => {
  expect(isMp3(bytes)).toBe(true)
  const { values, rate } = await readMp3(bytes)
  expect(rate).toBe(MP3_RATE)
  expect(values).toHaveLength(40 * MP3_FRAME_SAMPLES)
  const near = [-20, 0, 20].map((off) => strength(values, rate, MP3_HERTZ + off))
  const far = [300, 3000, 8000].map((hertz) => strength(values, rate, hertz))
  expect(Math.max(...near)).toBeGreaterThan(20 * Math.max(...far))
})

test('one that is too long is given up before it is unpacked to its end', async () => {
  await expect(readMp3(mp3Tone(100), 2)).rejects.toThrow('it is longer than 2 seconds')
  expect((await readMp3(mp3Tone(40), 2)).rate).toBe(MP3_RATE)
})
