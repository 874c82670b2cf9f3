import type { ChatMessage, ContentPart } from '../../core/chat.ts'
import { joinNeighbours } from '../join-neighbours.ts'
import { unseal } from '../sealed.ts'
import { textOnly } from '../text-only.ts'
import type { BlockFields, MessageFields, ResultPartFields, SystemFields } from './content-schema.ts'

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
 * blocks. Throws `invalid_value` for what isn't text.
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
    default:
      throw textOnly(block.type, path)
  }
}

function decodeResult(content: string | readonly ResultPartFields[], path: string): readonly ContentPart[] {
  if (typeof content === 'string') return textPart(content)
  return content.flatMap((part, index) => {
    if (part.type !== 'text') throw textOnly(part.type, `${path}.content.${index}`)
    return textPart(part.text)
  })
}

/** An empty text is no part. */
function textPart(text: string): readonly ContentPart[] {
  return text === '' ? [] : [{ type: 'text', text }]
}
