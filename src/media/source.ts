import type { Attachment } from '../core/media.ts'
import { misfit } from './refusal.ts'

/** Where an attachment's bytes are. */
export type Source =
  | { readonly type: 'bytes'; readonly bytes: Buffer }
  | { readonly type: 'web'; readonly url: string }
  | { readonly type: 'file'; readonly path: string }

const DATA_URL = /^data:([^,]*),/i
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

/** Base64 this long is no path, whatever it begins with. */
const LONGEST_PATH = 4096

/**
 * What a source is, told by how it begins: a data URL, an address of the web, a path (absolute, `file://`, or relative
 * with a dot), else base64. Throws `invalid_content_part` for a data URL that isn't base64 and for what is none of these.
 */
export function readSource({ source, param, kind }: Attachment): Source {
  const data = DATA_URL.exec(source)
  if (data) return { type: 'bytes', bytes: fromDataUrl(data[1] ?? '', source.slice(data[0].length), { param, kind }) }
  if (/^https?:/i.test(source)) return { type: 'web', url: source }
  if (/^file:/i.test(source)) return { type: 'file', path: fileUrlPath(source, param) }
  // A JPEG in base64 begins with a slash, too: `/9j/`.
  if (
    /^(?:[/~]|\.{1,2}[/\\]|[a-z]:[/\\])/i.test(source) &&
    source.length <= LONGEST_PATH &&
    !source.startsWith('/9j/')
  ) {
    return { type: 'file', path: source }
  }
  return { type: 'bytes', bytes: fromBase64(source, param) }
}

function fromDataUrl(head: string, data: string, { param, kind }: Pick<Attachment, 'param' | 'kind'>): Buffer {
  const [type = '', ...parameters] = head.split(';').map((part) => part.trim().toLowerCase())
  if (!parameters.includes('base64')) throw misfit(param, 'has a data URL that is not in base64')
  // Browsers say so for what they don't know; what it is shows by itself.
  const vague = type === '' || type === 'application/octet-stream'
  if (!vague && !type.startsWith(`${kind}/`)) throw misfit(param, `has a data URL of the type ${type.slice(0, 60)}`)
  return fromBase64(data, param)
}

/** Also with the alphabet of URLs, with line breaks, and without padding. */
function fromBase64(text: string, param: string): Buffer {
  const packed = text.replace(/\s+/g, '')
  if (packed === '') throw misfit(param, 'has no data')
  if (!BASE64.test(packed)) throw misfit(param, 'is neither base64 nor a data URL')
  return Buffer.from(packed, 'base64')
}

function fileUrlPath(url: string, param: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || (parsed.host !== '' && parsed.host !== 'localhost')) {
    throw misfit(param, 'has a file URL that names another machine')
  }
  return decodeURIComponent(parsed.pathname)
}
