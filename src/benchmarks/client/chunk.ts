/** What one `chat.completion.chunk` tells a bench. */
export interface ChunkFacts {
  /** Whether it brings something a reader would see: text, reasoning or a part of a tool call. */
  readonly visible: boolean
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly failure: string | null
}

interface Chunk {
  readonly choices?: readonly { readonly delta?: Readonly<Record<string, unknown>> }[]
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null
  readonly error?: { readonly message?: string }
}

const VISIBLE = ['content', 'reasoning_content', 'reasoning', 'tool_calls']

/** Reads the data of an event other than `[DONE]`. Throws a SyntaxError when it isn't JSON. */
export function readChunk(data: string): ChunkFacts {
  const chunk = JSON.parse(data) as Chunk
  const deltas = (chunk.choices ?? []).map((choice) => choice.delta ?? {})
  return {
    visible: deltas.some((delta) => VISIBLE.some((field) => isSomething(delta[field]))),
    promptTokens: chunk.usage?.prompt_tokens ?? null,
    completionTokens: chunk.usage?.completion_tokens ?? null,
    failure: chunk.error === undefined ? null : (chunk.error.message ?? data),
  }
}

function isSomething(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== ''
}
