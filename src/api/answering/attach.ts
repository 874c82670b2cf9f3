import type { ChatRequest, ContentPart } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Attachment, Media } from '../../core/media.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'

/** Images and sounds of one request. */
const MOST_ATTACHMENTS = 64

/**
 * The request with everything attached to it read: in the messages its marks stand for it. Rejects with
 * `wrong_model_type` where the model can't see or hear, and with `invalid_content_part`; both name the field.
 */
export async function attach(open: OpenModel, request: ChatRequest, signal: AbortSignal): Promise<ChatRequest> {
  const attachments = request.messages.flatMap(({ content }) => content.flatMap(({ attachment }) => attachment ?? []))
  if (attachments.length === 0) return request
  for (const attachment of attachments) requireSense(open, attachment)
  const beyond = attachments[MOST_ATTACHMENTS]
  if (beyond) {
    const reason = `is one too many: a request may have ${MOST_ATTACHMENTS} images and sounds`
    throw new TrivetError('invalid_content_part', { field: beyond.param, reason }, beyond.param)
  }
  const read = new Map<Attachment, Media>()
  // One after the other: each takes memory while it is unpacked.
  for (const attachment of attachments) read.set(attachment, await open.readMedia(attachment, signal))
  const marked = ({ attachment, ...part }: ContentPart): ContentPart =>
    attachment ? { ...part, text: read.get(attachment)?.mark ?? '' } : part
  return {
    ...request,
    media: [...new Map([...read.values()].map((media) => [media.mark, media])).values()],
    messages: request.messages.map((message) => ({ ...message, content: message.content.map(marked) })),
  }
}

/** For endpoints that read text only. Throws `invalid_content_part`. */
export function refuseAttachments({ messages }: ChatRequest): void {
  const [first] = messages.flatMap(({ content }) => content.flatMap(({ attachment }) => attachment ?? []))
  if (!first) return
  const reason = `is ${first.kind === 'image' ? 'an image' : 'a sound'}, and this endpoint reads text only`
  throw new TrivetError('invalid_content_part', { field: first.param, reason }, first.param)
}

function requireSense({ id, capabilities: { media } }: OpenModel, { kind, param }: Attachment): void {
  if (kind === 'image' ? media.image : media.audioRate !== null) return
  const able = kind === 'image' ? 'see' : 'hear'
  const reason = `it can't ${able}, and \`${param}\` is ${kind === 'image' ? 'an image' : 'a sound'}`
  throw new TrivetError('wrong_model_type', { model: id, reason }, param)
}

/** A part that something attached stands in. */
export function attached(attachment: Attachment): ContentPart {
  return { type: 'text', text: '', attachment }
}
