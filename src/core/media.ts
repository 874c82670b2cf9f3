/** An image or a sound beside the text of a prompt, decoded to what an encoder reads. */
export type Media = ImageMedia | AudioMedia

interface Marked {
  /** Stands for it in the prompt's text, wherever it belongs. The same content has the same mark. */
  readonly mark: string
}

export interface ImageMedia extends Marked {
  readonly kind: 'image'
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Rows from the top, three bytes (red, green, blue) a pixel, in base64. */
  readonly pixels: string
}

export interface AudioMedia extends Marked {
  readonly kind: 'audio'
  /** One channel of 32-bit floats from -1 to 1, little-endian, in base64. */
  readonly samples: string
  /** Samples a second. */
  readonly rate: number
}

/** What a model reads besides text. */
export interface MediaSupport {
  readonly image: boolean
  /** Samples a second that it listens to; `null`: it hears nothing. */
  readonly audioRate: number | null
}

/** A model that reads text only. */
export const TEXT_ONLY: MediaSupport = { image: false, audioRate: null }

/** An image or a sound as a request gives it. */
export interface Attachment {
  readonly kind: Media['kind']
  /** A data URL, base64, an address of the web, or a path. */
  readonly source: string
  /** Pixels of an image's longer side at most: a larger one is scaled down. Default: as many as any model looks at. */
  readonly longestSide?: number
  /** The request's field that it came in. */
  readonly param: string
}

/**
 * Decodes what a request attaches. Rejects with `invalid_content_part`, which names the field.
 * @param audioRate samples a second that the model listens to; `null`: it hears nothing
 */
export type ReadMedia = (attachment: Attachment, audioRate: number | null, signal: AbortSignal) => Promise<Media>
