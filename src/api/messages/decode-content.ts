import type { ChatMessage, ContentPart } from '../../core/chat.ts'
import { joinNeighbours } from '../../core/join-neighbours.ts'
import { attached } from '../answering/attach.ts'
import { unseal } from '../answering/sealed.ts'
import { unsupportedPart } from '../fields/unsupported-part.ts'
import type { BlockFields, ImageSourceFields, MessageFields, ResultPartFields, SystemFields } from './content-schema.ts'

/** Claude Code opens its system prompt with this line, which differs in every request. */
const BILLING_LINE = 'x-anthropic-billing-header'

/** The system prompt, without a line that would keep every prompt from being found in the cache. */
export function decodeSystem(system: SystemFields): readonly ChatMessage[] {
  const texts = typeof system === 'string' ? [system] : system.map((block) => block.text)
  const content = texts.filter((text) => !text.startsWith(BILLING_LINE)).flatMap(textPart)
  return content.length === 0 ? [] : [{ role: 'system', content }]
}

/**
 * One of Anthropic's messages may hold several of ours: each tool result is a message of its own, in the order of the
 * blocks. Throws `unsupported_content_part_type` for documents.
 */
export function decodeMessage({ role, content }: MessageFields, path: string): readonly ChatMessage[] {
  const blocks: readonly BlockFields[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const messages = blocks.map((block, index) => decodeBlock(role, block, `${path}.content.${index}`))
  return joinNeighbours(messages, (role) => role !== 'tool')
}

function decodeBlock(role: MessageFields['role'], block: BlockFields, path: string): ChatMessage {
  switch (block.type) {
    case 'text':
      return { role, content: textPart(block.text) }
    case 'thinking':
      return { role, content: [], reasoning: block.thinking || unseal(block.signature ?? '') || '' }
    case 'redacted_thinking':
      return { role, content: [] }
    case 'tool_use': {
      const call = { id: block.id, name: block.name, arguments: JSON.stringify(block.input) }
      return { role: 'assistant', content: [], toolCalls: [call] }
    }
    case 'tool_result': {
      const failed = block.is_error === true ? textPart('Error:') : []
      const content = [...failed, ...decodeResult(block.content ?? '', path)]
      return { role: 'tool', content, toolCallId: block.tool_use_id }
    }
    case 'image':
      return { role, content: [imagePart(block.source, path)] }
    default:
      throw unsupportedPart(block.type, path)
  }
}

function imagePart(source: ImageSourceFields, path: string): ContentPart {
  const [field, text] = source.type === 'base64' ? ['data', source.data] : ['url', source.url]
  return attached({ kind: 'image', source: text, param: `${path}.source.${field}` })
}

function decodeResult(content: string | readonly ResultPartFields[], path: string): readonly ContentPart[] {
  if (typeof content === 'string') return textPart(content)
  return content.flatMap((part, index) => {
    const at = `${path}.content.${index}`
    if (part.type === 'image') return [imagePart(part.source, at)]
    if (part.type !== 'text') throw unsupportedPart(part.type, at)
    return textPart(part.text)
  })
}

/** An empty text is no part. */
function textPart(text: string): readonly ContentPart[] {
  return text === '' ? [] : [{ type: 'text', text }]
}
