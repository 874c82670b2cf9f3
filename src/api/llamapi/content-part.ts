import type { IssueMark } from '../validation/refinements.ts'

const TYPES = ['text', 'image_url', 'input_audio'] as const
const SOUNDS = ['wav', 'mp3']

/** A picture in the text of its own address, in one of the formats that LlamaPi documents. */
const DATA_URL = /^data:image\/(?:png|jpeg|jpg|webp);base64,[A-Za-z0-9+/]+={0,2}$/

type Fields = Readonly<Record<string, unknown>>

/** What is wrong with a content part, under LlamaPi's codes; `null`: nothing. */
export function partFault(part: Fields): IssueMark | null {
  const { type } = part
  if (type === 'text') return typeof part.text === 'string' ? null : invalid('needs `text`, a string')
  if (type === 'image_url') return imageFault(part.image_url)
  if (type === 'input_audio') return soundFault(part.input_audio)
  const details = { type: JSON.stringify(type).slice(0, 40), known: TYPES.join(', ') }
  return { row: 'unsupported_content_part_type', details }
}

function imageFault(image: unknown): IssueMark | null {
  const url = fieldsOf(image).url
  if (typeof url !== 'string' || url === '') return invalid('needs `image_url.url`, a path or a data URL')
  if (/^https?:/i.test(url)) return invalid('has an address of the web as its image; send a path here or a data URL')
  if (!/^data:/i.test(url) || DATA_URL.test(url)) return null
  return invalid('has a data URL that is no PNG, JPEG or WebP in base64')
}

function soundFault(sound: unknown): IssueMark | null {
  const { format, data } = fieldsOf(sound)
  if (!SOUNDS.includes(format as string)) return invalid('needs `input_audio.format`, wav or mp3')
  const encoded = typeof data === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
  return encoded ? null : invalid('needs `input_audio.data`, in base64')
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function invalid(reason: string): IssueMark {
  return { row: 'invalid_content_part', details: { reason } }
}
