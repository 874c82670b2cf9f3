import type { Media } from '../../../core/media.ts'

/** What images are to be shown as, by their marks: data URLs of PNG files, which every server reads. */
export type Images = ReadonlyMap<string, string>

/** Sounds are left out: no server behind this one is given any. */
export async function imagesOf(media: readonly Media[]): Promise<Images> {
  const entries = media.flatMap((one) => (one.kind === 'image' ? [one] : []))
  if (entries.length === 0) return new Map()
  const { default: sharp } = await import('sharp')
  return new Map(
    await Promise.all(
      entries.map(async ({ mark, width, height, pixels }) => {
        const raw = { width, height, channels: 3 } as const
        const file = await sharp(Buffer.from(pixels, 'base64'), { raw }).png().toBuffer()
        return [mark, `data:image/png;base64,${file.toString('base64')}`] as const
      }),
    ),
  )
}
