import type { Chunk } from '../chat/response-schema.ts'

type CallDelta = NonNullable<Chunk['choices'][number]['delta']['tool_calls']>[number]

/** The same chunks, except that a call comes in one piece, when the next begins or the answer ends. */
export async function* withWholeCalls(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
  const begun = new Map<number, { readonly chunk: Chunk; call: CallDelta }>()
  for await (const chunk of chunks) {
    const [choice] = chunk.choices
    const delta = choice?.delta.tool_calls?.[0]
    const before = choice && begun.get(choice.index)
    if (choice && delta && before?.call.index === delta.index) {
      before.call = joined(before.call, delta)
      continue
    }
    if (choice && before) {
      begun.delete(choice.index)
      yield withCall(before.chunk, before.call)
    }
    if (choice && delta) begun.set(choice.index, { chunk, call: delta })
    else yield chunk
  }
}

function joined(call: CallDelta, { function: func, custom }: CallDelta): CallDelta {
  return {
    ...call,
    ...(func && { function: { ...call.function, arguments: (call.function?.arguments ?? '') + func.arguments } }),
    ...(custom && { custom: { ...call.custom, input: (call.custom?.input ?? '') + custom.input } }),
  }
}

function withCall(chunk: Chunk, call: CallDelta): Chunk {
  const choices = chunk.choices.map((choice) => ({ ...choice, delta: { ...choice.delta, tool_calls: [call] } }))
  return { ...chunk, choices }
}
