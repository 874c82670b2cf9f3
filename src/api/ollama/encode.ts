import type { Response } from './response-schema.ts'

/** A piece of an answer, or the whole of it. */
export interface Said {
  readonly content: string
  readonly thinking: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
}

export const NOTHING_SAID: Said = { content: '', thinking: '', calls: [] }

/** What every object of one answer repeats, and whether it says it as a message or as a response. */
export interface Envelope {
  readonly kind: 'chat' | 'generate'
  /** As the client named it. */
  readonly model: string
}

export type Ending = Omit<Response, 'model' | 'created_at' | 'message' | 'response' | 'done'>

/** @param atMs when it was said, in milliseconds since the Unix epoch */
export function encodeSaid(envelope: Envelope, atMs: number, said: Said, ending: Ending | null): Response {
  const { content, thinking, calls } = said
  const extra = {
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls.map(encodeCall) }),
  }
  const what =
    envelope.kind === 'chat'
      ? { message: { role: 'assistant' as const, content, ...extra } }
      : { response: content, ...extra }
  return {
    model: envelope.model,
    created_at: new Date(atMs).toISOString(),
    ...what,
    ...(ending === null ? { done: false } : { done: true, ...ending }),
  }
}

function encodeCall({ id, name, arguments: text }: Said['calls'][number]) {
  return { id, function: { name, arguments: decodeArguments(text) } }
}

/** An object, as Ollama has it; what was cut and is no JSON stays the text it is. */
function decodeArguments(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return text
  }
}
