import { asTrivetError, TrivetError } from '../../core/errors.ts'
import type { ImageDecoder } from '../../media/decoder/decoder.ts'
import type { ImageHeader } from '../../media/image.ts'
import { MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE, MAX_IMAGES_PIXELS } from './limits.ts'
import { type InferbridgeMessage, imageOf, isImage, partsOf } from './message.ts'

/**
 * Rejects with `invalid_value` about images that are larger than InferBridge takes, that move, or that are something
 * else than they are called. Only their headers are looked at.
 * @param field where the messages stand
 */
export async function requireSmallImages(
  decoder: ImageDecoder,
  messages: readonly InferbridgeMessage[],
  field = 'messages',
): Promise<void> {
  const images = messages.flatMap(({ content }) => partsOf(content).filter(isImage).map(imageOf))
  let pixels = 0
  for (const url of images) {
    const header = await headerOf(decoder, url, field)
    pixels += header.width * header.height
    const flaw =
      flawOf(header, url) ??
      (pixels > MAX_IMAGES_PIXELS ? `must show images of at most ${MAX_IMAGES_PIXELS} pixels together` : null)
    if (flaw !== null) throw misfit(field, flaw)
  }
}

async function headerOf(decoder: ImageDecoder, url: string, field: string): Promise<ImageHeader> {
  try {
    return await decoder.header(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'), field)
  } catch (thrown) {
    const error = asTrivetError(thrown)
    throw error.status === 400 ? misfit(field, 'must show images that can be read') : error
  }
}

/** The end of a sentence about the messages; `null`: nothing is wrong. */
function flawOf({ format, width, height, frames }: ImageHeader, url: string): string | null {
  const said = /^data:image\/(\w+)/i.exec(url)?.[1]?.toLowerCase()
  if (format !== said) return `must show images that are what they are called: this ${said} is ${format}`
  if (frames > 1) return 'must show images of a single frame'
  if (Math.max(width, height) > MAX_IMAGE_SIDE) return `must show images of at most ${MAX_IMAGE_SIDE} pixels a side`
  return width * height > MAX_IMAGE_PIXELS ? `must show images of at most ${MAX_IMAGE_PIXELS} pixels` : null
}

/** A flaw of the body, as a schema would find it. */
function misfit(field: string, message: string): TrivetError {
  const flaws = [{ path: ['body', field], kind: 'other', of: 'object', message } as const]
  return new TrivetError('invalid_value', { reason: `\`${field}\` ${message}.` }, field, { flaws })
}
