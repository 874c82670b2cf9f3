import type { z } from 'zod'
import type { Chat, Turn } from '../../store/chats.ts'
import type { chatSchema, TurnFields, turnSchema } from './schema.ts'

export function encodeChat({ id, title, createdMs, updatedMs, settings, leaf }: Chat): z.infer<typeof chatSchema> {
  return {
    id,
    object: 'chat',
    title,
    created_at: createdMs / 1000,
    updated_at: updatedMs / 1000,
    settings: settings as Record<string, unknown>,
    leaf,
  }
}

export function encodeTurn({ id, body }: Turn): z.infer<typeof turnSchema> {
  return { id, ...(body as Omit<TurnFields, 'id'>) }
}

export function decodeTurn(id: string, { id: _, ...fields }: TurnFields): Turn {
  return { id, text: textOf(fields.items), body: fields }
}

/** The words of a turn, without what was thought and attached: what one would search for. */
function textOf(items: TurnFields['items']): string {
  const texts = items.flatMap((item) => {
    if (!('content' in item) || item.type === 'reasoning') return []
    if (typeof item.content === 'string') return [item.content]
    return (item.content ?? []).flatMap((part) => ('text' in part ? [part.text] : []))
  })
  return texts.join('\n')
}
