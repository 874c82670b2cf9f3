import { createHash } from 'node:crypto'
import type { Attachment, AudioMedia } from '../core/media.ts'
import { isMp3, readMp3 } from './mp3.ts'
import { misfit } from './refusal.ts'
import { MOST_SECONDS, resampled } from './samples.ts'
import { isWav, readWav } from './wav.ts'

/**
 * A sound as a model listens to it. Rejects with `invalid_content_part`.
 * @param rate samples a second
 */
export async function readSound(bytes: Buffer, { param }: Attachment, rate: number): Promise<AudioMedia> {
  return audioOf(await readSamples(bytes, param, rate), rate)
}

/** The numbers of a WAV or MP3 file: one channel, from -1 to 1, `rate` of them a second. Rejects as `readSound`. */
export async function readSamples(
  bytes: Buffer,
  param: string,
  rate: number,
  mostSeconds = MOST_SECONDS,
): Promise<Float32Array> {
  if (!isWav(bytes) && !isMp3(bytes)) throw misfit(param, 'is no WAV or MP3')
  try {
    return await resampled(isWav(bytes) ? readWav(bytes, mostSeconds) : await readMp3(bytes, mostSeconds), rate)
  } catch (error) {
    throw misfit(param, `can't be read: ${error instanceof Error ? error.message : String(error)}`, error)
  }
}

export function audioOf(values: Float32Array, rate: number): AudioMedia {
  const data = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  const hash = createHash('sha256').update(data).digest('hex')
  return { kind: 'audio', mark: `<__audio_${hash}__>`, rate, samples: data.toString('base64') }
}
