import type { Chunk, Completion } from '../chat/response-schema.ts'
import { withWholeCalls } from './whole-calls.ts'

/** A finished answer with nothing null in it: GenieX's document knows no such values. */
export function putCompletion(completion: Completion): object {
  return {
    ...completion,
    choices: completion.choices.map(({ message, logprobs, ...choice }) => {
      const { content, refusal: _, ...rest } = message
      return { ...choice, message: { ...rest, content: content ?? '' }, ...(logprobs && { logprobs }) }
    }),
  }
}

/** A stream's chunks likewise; only the reason to end is null until there is one. */
export async function* putChunks(chunks: AsyncIterable<Chunk>): AsyncGenerator<object, void> {
  for await (const { usage, ...chunk } of withWholeCalls(chunks)) {
    yield {
      ...chunk,
      choices: chunk.choices.map(({ delta, logprobs, ...choice }) => {
        const { content, ...rest } = delta
        return {
          ...choice,
          delta: { ...rest, ...(content !== null && content !== undefined && { content }) },
          ...(logprobs && { logprobs }),
        }
      }),
      ...(usage && { usage }),
    }
  }
}
