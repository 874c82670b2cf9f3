import { readFile, stat } from 'node:fs/promises'
import { TrivetError } from '../core/errors.ts'
import type { Attachment, ReadMedia } from '../core/media.ts'
import { HERE, type ImageDecoder } from './decoder/decoder.ts'
import { misfit } from './refusal.ts'
import { readSound } from './sound.ts'
import { readSource } from './source.ts'

/** Bytes of one attachment, as it comes. */
export const MOST_BYTES = 32 * 2 ** 20

/** Samples a second of nearly all encoders. */
const USUAL_RATE = 16_000

/** From where attachments may be read besides the request itself. */
export interface MediaPolicy {
  /** The real path of a file in a folder that requests may read from; `null`: it is in none. */
  fileOf(path: string): string | null
  /** Hosts that may be asked for attachments, such as `images.example.com`, or `*.example.com`. */
  readonly hosts: readonly string[]
  /** What is at an address of such a host, as far as `limit` bytes. Rejects with a TrivetError. */
  fetch(url: string, options: FetchOptions): Promise<Buffer>
}

export interface FetchOptions {
  readonly limit: number
  readonly signal: AbortSignal
  /** Whether a redirect may lead to this host. */
  allowed(host: string): boolean
}

/** @param images default: in this process */
export function createMediaReader(policy: MediaPolicy, images: ImageDecoder = HERE): ReadMedia {
  return async (attachment, audioRate, signal) => {
    const bytes = await bytesOf(attachment, policy, signal)
    if (bytes.length === 0) throw misfit(attachment.param, 'is empty')
    if (bytes.length > MOST_BYTES) throw tooLarge(attachment.param)
    return attachment.kind === 'image'
      ? images.pixels(bytes, attachment)
      : readSound(bytes, attachment, audioRate ?? USUAL_RATE)
  }
}

async function bytesOf(attachment: Attachment, policy: MediaPolicy, signal: AbortSignal): Promise<Buffer> {
  const source = readSource(attachment)
  if (source.type === 'bytes') return source.bytes
  return source.type === 'file'
    ? fromFile(source.path, attachment, policy)
    : fromWeb(source.url, attachment, policy, signal)
}

/** What is outside the folders and what isn't there are told apart by nobody. */
async function fromFile(path: string, { param }: Attachment, policy: MediaPolicy): Promise<Buffer> {
  const file = policy.fileOf(path)
  if (file === null) {
    throw misfit(param, 'is a path, and no file of a folder that requests may read from (the setting `media_folders`)')
  }
  if ((await stat(file)).size > MOST_BYTES) throw tooLarge(param)
  return readFile(file)
}

async function fromWeb(url: string, { param }: Attachment, policy: MediaPolicy, signal: AbortSignal): Promise<Buffer> {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  const allowed = (name: string) => policy.hosts.some((each) => matches(name, each.toLowerCase()))
  if (!allowed(host)) {
    throw misfit(
      param,
      'is an address of the web, and its host is none that requests may fetch from (the setting `media_hosts`): send the data itself',
    )
  }
  try {
    return await policy.fetch(url, { limit: MOST_BYTES, signal, allowed })
  } catch (error) {
    if (error instanceof TrivetError && error.code !== 'request_cancelled')
      throw misfit(param, `can't be fetched: ${error.message.replace(/\.$/, '')}`, error)
    throw error
  }
}

/** @param pattern a host, or `*.` and a domain, for whatever is below it */
function matches(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}

function tooLarge(param: string): TrivetError {
  return misfit(param, `is larger than ${MOST_BYTES} bytes`)
}
