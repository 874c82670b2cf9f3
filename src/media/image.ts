import { createHash } from 'node:crypto'
import type { Sharp, SharpOptions } from 'sharp'
import { TrivetError } from '../core/errors.ts'
import type { Attachment, ImageMedia } from '../core/media.ts'
import { misfit } from './refusal.ts'

/** Told by their bytes, whatever a data URL says. */
const FORMATS = ['png', 'jpeg', 'webp', 'gif'] as const

/** Pixels of an image as it comes: three bytes each in memory. */
const MOST_PIXELS = 50_000_000

/** Of either side: what is that long and thin shows nothing. */
const LONGEST_SIDE = 16_384

/** No model looks closer; `detail: "high"` of OpenAI's API, too. */
const USUAL_SIDE = 2048

const OPTIONS: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, sequentialRead: true }

type OpenImage = (bytes: Buffer, options: SharpOptions) => Sharp

/**
 * The pixels of an image: its first frame, turned as it was taken, on white where it lets through, and no larger than
 * wished. Its size is looked at before it is unpacked. Rejects with `invalid_content_part`, or with `not_implemented`
 * where sharp isn't installed.
 */
export async function readImage(bytes: Buffer, attachment: Attachment): Promise<ImageMedia> {
  const { param, longestSide = USUAL_SIDE } = attachment
  const open = await sharp()
  await checkHeader(open, bytes, param)
  const size = { width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true } as const
  const { data, info } = await open(bytes, OPTIONS)
    .rotate()
    .resize(size)
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw misfit(param, `can't be read: ${firstLine(error)}`, error)
    })
  const pixels = info.channels === 3 ? data : fromGrey(data)
  const { width, height } = info
  const hash = createHash('sha256').update(`${width}x${height}`).update(pixels).digest('hex')
  return { kind: 'image', mark: `<__image_${hash}__>`, width, height, pixels: pixels.toString('base64') }
}

/** What an image says of itself before it is unpacked. */
export interface ImageHeader {
  readonly format: string
  readonly width: number
  readonly height: number
  /** More than one of what moves. */
  readonly frames: number
}

/** Rejects as `readImage`. */
export async function readImageHeader(bytes: Buffer, param: string): Promise<ImageHeader> {
  return headerOf(await sharp(), bytes, param)
}

async function headerOf(open: OpenImage, bytes: Buffer, param: string): Promise<ImageHeader> {
  const {
    format,
    width,
    height,
    pages = 1,
  } = await open(bytes, { ...OPTIONS, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw misfit(param, `is no PNG, JPEG, WebP or GIF (${firstLine(error)})`, error)
    })
  return { format, width, height, frames: pages }
}

async function checkHeader(open: OpenImage, bytes: Buffer, param: string): Promise<void> {
  const { format, width, height } = await headerOf(open, bytes, param)
  if (!FORMATS.some((known) => known === format)) throw misfit(param, `is ${format}, and no PNG, JPEG, WebP or GIF`)
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE) {
    const limit = `${MOST_PIXELS / 1e6} million pixels in all and ${LONGEST_SIDE} on a side are the most`
    throw misfit(param, `has ${width} × ${height} pixels; ${limit}`)
  }
}

let loading: Promise<OpenImage> | null = null

/** Only what reads the four formats is let at foreign bytes: libvips knows many more, SVG and PDF among them. */
function sharp(): Promise<OpenImage> {
  loading ??= import('sharp').then(
    ({ default: library }) => {
      library.cache(false)
      library.block({ operation: ['VipsForeignLoad'] })
      library.unblock({
        operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
      })
      return library
    },
    (error: unknown) => {
      const reason = 'the package sharp, which reads them, is not installed. Run npm ci without --omit=optional.'
      throw new TrivetError('not_implemented', { what: 'Reading images', reason }, null, { cause: error })
    },
  )
  return loading
}

/** Of an image without colours sharp gives one byte a pixel. */
function fromGrey(data: Buffer): Buffer {
  const pixels = Buffer.alloc(data.length * 3)
  for (let at = 0; at < data.length; at++) pixels.fill(data[at] ?? 0, at * 3, at * 3 + 3)
  return pixels
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 120) ?? ''
}
