import type { Chunk, Delta } from '../chat/response-schema.ts'

type CallPiece = NonNullable<Delta['tool_calls']>[number]

/** A call as its pieces leave it. */
interface Call {
  readonly index: number
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/**
 * A chat's stream as InferBridge's clients read it: the role comes with the first text, each call whole in one delta,
 * and only the chunk of usage has usage.
 */
export async function* inferbridgeChunks(chunks: AsyncIterable<Chunk>): AsyncGenerator<object, void> {
  const calls = new Map<number, Call>()
  let opened = false
  const opening = (content: string | null): Delta => {
    const role = opened ? {} : { role: 'assistant' as const }
    opened = true
    return { ...role, content }
  }
  for await (const chunk of chunks) {
    const [choice] = chunk.choices
    if (choice === undefined) {
      if (chunk.usage) yield { ...envelope(chunk), choices: [], usage: totals(chunk.usage) }
      continue
    }
    const { delta, finish_reason: reason } = choice
    for (const piece of delta.tool_calls ?? []) calls.set(piece.index, joined(calls.get(piece.index), piece))
    if (delta.content) yield put(chunk, opening(delta.content))
    if (reason === null) continue
    if (calls.size > 0 && !opened) yield put(chunk, opening(null))
    for (const call of reason === 'tool_calls' ? calls.values() : []) yield put(chunk, { tool_calls: [call] })
    yield put(chunk, {}, reason === 'tool_calls' ? reason : 'stop')
  }
}

function joined(call: Call | undefined, { index, id, function: piece }: CallPiece): Call {
  return {
    index,
    id: call?.id ?? id ?? '',
    type: 'function',
    function: {
      name: call?.function.name ?? piece?.name ?? '',
      arguments: `${call?.function.arguments ?? ''}${piece?.arguments ?? ''}`,
    },
  }
}

function put(chunk: Chunk, delta: object, finish_reason: string | null = null): object {
  return { ...envelope(chunk), choices: [{ index: 0, delta, finish_reason }] }
}

function envelope({ id, object, created, model }: Chunk) {
  return { id, object, created, model }
}

function totals({ prompt_tokens, completion_tokens, total_tokens }: NonNullable<Chunk['usage']>) {
  return { prompt_tokens, completion_tokens, total_tokens }
}
