import { z } from 'zod'
import type { EngineEvent, FinishReason } from '../../../core/event.ts'
import { newId } from '../../../core/ids.ts'
import { BEGUN, cutShort, readChunks, usageOf, usageSchema } from './chunks.ts'
import { listedLogprobs, listedSchema } from './logprobs.ts'

const deltaSchema = z.object({
  content: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        index: z.number().nullish(),
        id: z.string().nullish(),
        function: z
          .object({ name: z.string().nullish(), arguments: z.union([z.string(), z.looseObject({})]).nullish() })
          .nullish(),
      }),
    )
    .nullish(),
})

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: deltaSchema.nullish(),
        finish_reason: z.string().nullish(),
        stop_reason: z.unknown().optional(),
        logprobs: listedSchema.nullish(),
      }),
    )
    .nullish(),
  // Counts that can't be read are as if none were told.
  usage: usageSchema.nullish().catch(null),
})

type Counted = z.infer<typeof usageSchema>
type Choice = NonNullable<z.infer<typeof chunkSchema>['choices']>[number]

/** What a stream of chat completion chunks says. Throws `upstream_error` when it breaks off or reports a failure. */
export async function* chatEvents(url: string, chunks: AsyncIterable<unknown>): AsyncGenerator<EngineEvent, void> {
  const calls = new Calls()
  let usage: Counted | null = null
  let generated = 0
  let finish: Choice | null = null
  let begun = false
  for await (const { choices, usage: counts } of readChunks(url, chunks, chunkSchema)) {
    if (!begun) yield BEGUN
    begun = true
    usage = counts ?? usage
    const choice = choices?.[0]
    if (choice === undefined) continue
    for (const event of deltaEvents(choice, calls)) {
      if ('tokens' in event && typeof event.tokens === 'number') generated += event.tokens
      yield event
    }
    if (choice.finish_reason) finish = choice
  }
  if (finish === null) throw cutShort(url)
  yield* calls.end()
  yield usageOf(usage, generated)
  yield {
    type: 'finish',
    reason: reasonOf(finish.finish_reason ?? 'stop', calls.begun),
    ...(typeof finish.stop_reason === 'string' && { stopString: finish.stop_reason }),
  }
}

/** Servers send about a token a chunk; how many there were is said at the end. */
function* deltaEvents({ delta, logprobs }: Choice, calls: Calls): Generator<EngineEvent, void> {
  if (!delta) return
  const thought = delta.reasoning_content ?? delta.reasoning ?? ''
  if (thought !== '') yield { type: 'reasoning-delta', text: thought, tokens: 1 }
  const told = listedLogprobs(logprobs)
  const text = delta.content ?? ''
  if (text !== '' || (told && told.length > 0)) {
    yield { type: 'text-delta', text, tokens: told?.length ?? 1, ...(told && { logprobs: told }) }
  }
  for (const call of delta.tool_calls ?? []) {
    yield* calls.take(call.index ?? 0, call.id ?? '', call.function?.name ?? '', argumentsOf(call.function?.arguments))
  }
}

/** Some servers send them as an object, against OpenAI's document. */
function argumentsOf(given: string | object | null | undefined): string {
  return typeof given === 'object' && given !== null ? JSON.stringify(given) : (given ?? '')
}

/** Words that OpenAI doesn't have (`eos`, `abort`) and those that no engine here has (`content_filter`) are an end all the same. */
function reasonOf(word: string, calls: number): FinishReason {
  if (calls > 0 && word !== 'length') return 'tool-calls'
  return word === 'length' ? 'length' : 'stop'
}

/** The calls of one answer, which come in pieces, the first of each with its name. */
class Calls {
  #open: number | null = null
  #begun = 0

  get begun(): number {
    return this.#begun
  }

  *take(index: number, id: string, name: string, piece: string): Generator<EngineEvent, void> {
    if (index !== this.#open && name !== '') {
      yield* this.end()
      this.#open = index
      this.#begun++
      yield { type: 'tool-call-start', call: this.#begun - 1, id: id || newId('call'), name, tokens: 0 }
    }
    if (piece !== '' && this.#open !== null) {
      yield { type: 'tool-call-delta', call: this.#begun - 1, arguments: piece, tokens: 1 }
    }
  }

  *end(): Generator<EngineEvent, void> {
    if (this.#open === null) return
    this.#open = null
    yield { type: 'tool-call-end', call: this.#begun - 1, tokens: 0 }
  }
}
