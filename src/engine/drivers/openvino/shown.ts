import type { ImageMedia, Media } from '../../../core/media.ts'

/** A prompt as OpenVINO GenAI wants it: where an image is, stands which of them it is. */
export interface ShownPrompt {
  readonly text: string
  /** One for each place. */
  readonly images: readonly ImageMedia[]
}

/** Marks become GenAI's own tags for images, which it replaces by the model's. Sounds are none of them. */
export function shownPrompt(prompt: string, media: readonly Media[]): ShownPrompt {
  const seen = media.filter((one) => one.kind === 'image')
  const images: ImageMedia[] = []
  const text = split(prompt, seen).map((piece) => {
    const image = seen.find(({ mark }) => mark === piece)
    return image === undefined ? piece : `<ov_genai_image_${images.push(image) - 1}>`
  })
  return { text: text.join(''), images }
}

/** The text between the marks, and the marks, in their order. */
function split(prompt: string, seen: readonly ImageMedia[]): readonly string[] {
  return seen.reduce<readonly string[]>(
    (pieces, { mark }) =>
      pieces.flatMap((piece) => piece.split(mark).flatMap((part, at) => (at === 0 ? [part] : [mark, part]))),
    [prompt],
  )
}
