import type { BlockEvent } from '../answering/blocks.ts'
import { type Envelope, emptyMessage, encodeBlock, encodeStop, encodeUsage } from './encode.ts'
import type { ContentFields, MessageResponse } from './response-schema.ts'

/** The whole message. Rejects with what the blocks end with. */
export async function collectMessage(
  envelope: Envelope,
  stops: readonly string[],
  answer: AsyncIterable<BlockEvent>,
): Promise<MessageResponse> {
  const content: ContentFields[] = []
  let message = emptyMessage(envelope, encodeUsage({ promptTokens: 0, completionTokens: 0, cachedTokens: 0 }))
  for await (const event of answer) {
    if (event.type === 'block-end') content.push(encodeBlock(event.block, event.text, envelope))
    if (event.type === 'finish') {
      message = { ...message, content, ...encodeStop(event, stops), usage: encodeUsage(event.usage) }
    }
  }
  return message
}
