import { expect, test } from 'vitest'
import { type WavOptions, wav } from '../../test/fixtures/wav.ts'
import { resampled } from './samples.ts'
import { readSound } from './sound.ts'
import { readWav } from './wav.ts'

const attachment = { kind: 'audio', source: '', param: 'messages.0.content.0.input_audio.data' } as const
const STEPS = [0, 0.5, -0.5, 1, -1]

test.each<[WavOptions]>([
  [{ bits: 8 }],
  [{ bits: 16 }],
  [{ bits: 24 }],
  [{ bits: 32 }],
  [{ float: true }],
  [{ channels: 2 }],
])('a WAV of %j is read', (options) => {
  const { values, rate } = readWav(wav(STEPS, options))
  expect(rate).toBe(16_000)
  expect(values).toHaveLength(STEPS.length)
  for (const [at, value] of STEPS.entries()) expect(values[at]).toBeCloseTo(value, 1)
})

/** A tone that swings so often in a second. */
const tone = (hertz: number, rate: number) =>
  Float32Array.from({ length: rate }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate))

/** Away from both ends, which have fewer neighbours. */
const loudest = (values: Float32Array) => Math.max(...values.subarray(2000, -2000))

test.each([48_000, 44_100, 8_000])('a tone recorded at %i is the same tone at 16 000', async (rate) => {
  const heard = await resampled({ values: tone(440, rate), rate }, 16_000)
  const wanted = tone(440, 16_000)
  expect(heard).toHaveLength(16_000)
  for (let at = 2000; at < 14_000; at += 37) expect(heard[at]).toBeCloseTo(wanted[at] ?? 0, 1)
})

test('what the lower rate cannot hold is gone, not another tone', async () => {
  const heard = await resampled({ values: tone(12_000, 48_000), rate: 48_000 }, 16_000)
  expect(loudest(heard)).toBeLessThan(0.05)
})

test('a sound comes at the rate that the model listens to', async () => {
  const media = await readSound(wav(tone(440, 8000), { rate: 8000 }), attachment, 16_000)
  expect(media).toMatchObject({ kind: 'audio', rate: 16_000 })
  expect(Buffer.from(media.samples, 'base64')).toHaveLength(16_000 * 4)
})

test.each([
  ['nothing', Buffer.alloc(0), 'is no WAV or MP3'],
  ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), 'is no WAV or MP3'],
  ['a WAV without data', wav([]), "can't be read: it is empty"],
  ['a WAV cut off', wav(STEPS).subarray(0, 20), "can't be read: its format is cut short"],
  ['a WAV of no rate', wav(STEPS, { rate: 0 }), "can't be read: it has 0 samples a second"],
  [
    'an MP3 of noise',
    Buffer.concat([Buffer.from('ID3'), Buffer.alloc(5000, 0x55)]),
    "can't be read: there is no sound in it",
  ],
])('%s is refused by its field', async (_, bytes, reason) => {
  await expect(readSound(bytes, attachment, 16_000)).rejects.toMatchObject({
    code: 'invalid_content_part',
    param: attachment.param,
    message: `\`${attachment.param}\` ${reason}.`,
  })
})
