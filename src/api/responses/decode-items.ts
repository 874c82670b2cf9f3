import { TrivetError } from '../../core/errors.ts'
import { unsupportedPart } from '../fields/unsupported-part.ts'
import {
  type InputAudioPart,
  type InputImagePart,
  type InputPart,
  ITEM_PREFIXES,
  type Item,
  type MessageItem,
  type MessagePart,
} from './item.ts'
import type { InputFields, ItemFields, PartFields } from './item-schema.ts'

/** What decoding needs from outside. */
export interface ItemSources {
  newId(prefix: string): string
  /** An item of a stored response. */
  find(id: string): Item | null
}

/**
 * The input as items, each with an id. Throws `unsupported_content_part_type` for files, and `invalid_value` for a
 * reference to what isn't stored.
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
  return content.map((part, index) => {
    if (part.type === 'refusal') return { type: part.type, refusal: part.refusal }
    return part.type === 'output_text' || part.type === 'input_text'
      ? textPart(role, part.text)
      : mediaPart(part, `${path}.content.${index}`)
  })
}

/** What an assistant has said is output, also where a client calls it input. */
function textPart(role: MessageItem['role'], text: string): MessagePart {
  return role === 'assistant'
    ? { type: 'output_text', text, annotations: [], logprobs: [] }
    : { type: 'input_text', text }
}

function decodeOutput(output: string | readonly PartFields[], path: string): string | readonly InputPart[] {
  if (typeof output === 'string') return output
  return output.map((part, index) => {
    if (part.type === 'refusal') return { type: 'input_text', text: part.refusal }
    return part.type === 'output_text' || part.type === 'input_text'
      ? { type: 'input_text', text: part.text }
      : mediaPart(part, `${path}.output.${index}`)
  })
}

type MediaFields = Exclude<PartFields, { readonly type: 'input_text' | 'output_text' | 'refusal' }>

/** Throws `unsupported_content_part_type` for a file. */
function mediaPart(part: MediaFields, path: string): InputImagePart | InputAudioPart {
  switch (part.type) {
    case 'input_image':
      return { type: part.type, image_url: part.image_url, detail: part.detail ?? 'auto' }
    case 'input_audio': {
      const { data, format } = part.input_audio
      return { type: part.type, input_audio: { data, format: format ?? 'wav' } }
    }
    default:
      throw unsupportedPart(part.type, path)
  }
}
