import { TrivetError } from '../../core/errors.ts'
import { textOnly } from '../text-only.ts'
import { type InputTextPart, ITEM_PREFIXES, type Item, type MessageItem, type MessagePart } from './item.ts'
import type { InputFields, ItemFields, PartFields } from './item-schema.ts'

/** What decoding needs from outside. */
export interface ItemSources {
  newId(prefix: string): string
  /** An item of a stored response. */
  find(id: string): Item | null
}

/**
 * The input as items, each with an id. Throws `invalid_value` for what isn't text and for a reference to what isn't
 * stored.
 */
export function decodeItems(input: InputFields, sources: ItemSources): readonly Item[] {
  const fields: readonly ItemFields[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  return fields.map((item, index) => decodeItem(item, `input.${index}`, sources))
}

function decodeItem(fields: ItemFields, path: string, { newId, find }: ItemSources): Item {
  const own = (type: Item['type']) => ({
    id: fields.id ?? newId(ITEM_PREFIXES[type]),
    status: 'completed' as const,
  })
  switch (fields.type) {
    case 'function_call': {
      const { type, call_id, name, arguments: text } = fields
      return { ...own(type), type, call_id, name, arguments: text }
    }
    case 'custom_tool_call': {
      const { type, call_id, name, input } = fields
      return { ...own(type), type, call_id, name, input }
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { type, call_id, output } = fields
      return { ...own(type), type, call_id, output: decodeOutput(output, path) }
    }
    case 'reasoning': {
      const { type, summary, content, encrypted_content } = fields
      const sealed = encrypted_content ? { encrypted_content } : {}
      return { ...own(type), type, summary: summary ?? [], content: content ?? [], ...sealed }
    }
    case 'compaction':
      return { id: own(fields.type).id, type: fields.type, encrypted_content: fields.encrypted_content }
    case 'item_reference': {
      const found = find(fields.id)
      if (found !== null) return found
      const reason = `\`${path}\` refers to the item \`${fields.id}\`, which no stored response has.`
      throw new TrivetError('invalid_value', { reason }, path)
    }
    default:
      return { ...own('message'), type: 'message', role: fields.role, content: decodeContent(fields, path) }
  }
}

function decodeContent(
  { role, content }: { readonly role: MessageItem['role']; readonly content: string | readonly PartFields[] },
  path: string,
): readonly MessagePart[] {
  if (typeof content === 'string') return [textPart(role, content)]
  return content.map((part, index) =>
    part.type === 'refusal' ? { type: part.type, refusal: part.refusal } : textPart(role, textOf(part, path, index)),
  )
}

/** What an assistant has said is output, also where a client calls it input. */
function textPart(role: MessageItem['role'], text: string): MessagePart {
  return role === 'assistant'
    ? { type: 'output_text', text, annotations: [], logprobs: [] }
    : { type: 'input_text', text }
}

function decodeOutput(output: string | readonly PartFields[], path: string): string | readonly InputTextPart[] {
  if (typeof output === 'string') return output
  return output.map((part, index) => ({ type: 'input_text', text: textOf(part, path, index, 'output') }))
}

function textOf(part: PartFields, path: string, index: number, field = 'content'): string {
  if (part.type === 'input_text' || part.type === 'output_text') return part.text
  if (part.type === 'refusal') return part.refusal
  throw textOnly(part.type.replace('input_', ''), `${path}.${field}.${index}`)
}
