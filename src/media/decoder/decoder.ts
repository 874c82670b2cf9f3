import type { Attachment, ImageMedia } from '../../core/media.ts'
import { type ImageHeader, readImage, readImageHeader } from '../image.ts'

/** Takes images apart. Each rejects with `invalid_content_part`, or with `not_implemented` where sharp isn't installed. */
export interface ImageDecoder {
  /** As a model looks at it. */
  pixels(bytes: Buffer, attachment: Attachment): Promise<ImageMedia>
  /** What it says of itself before it is unpacked. */
  header(bytes: Buffer, param: string): Promise<ImageHeader>
}

/** In this process, which foreign bytes might end. */
export const HERE: ImageDecoder = { pixels: readImage, header: readImageHeader }
