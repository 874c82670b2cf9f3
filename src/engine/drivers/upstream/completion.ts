import { z } from 'zod'
import type { EngineEvent } from '../../../core/event.ts'
import type { GenerateTask } from '../../../core/task.ts'
import { BEGUN, cutShort, readChunks, usageOf, usageSchema } from './chunks.ts'
import type { Dialect } from './dialects.ts'
import type { RemoteModel } from './endpoint.ts'
import { limitFields, refuse, samplingFields, under } from './parameters.ts'

const chunkSchema = z.object({
  choices: z.array(z.object({ text: z.string().nullish(), finish_reason: z.string().nullish() })).nullish(),
  usage: usageSchema.nullish(),
})

/** The body of a plain completion, streamed with its usage. Throws `unsupported_parameter` for what can't be passed on. */
export function completionBody(task: GenerateTask, { id: model }: RemoteModel, dialect: Dialect): object {
  if (task.logprobs !== undefined) return refuse(model, 'logprobs', 'null')
  return {
    model,
    prompt: task.prompt,
    stream: true,
    stream_options: { include_usage: true },
    ...samplingFields(task.sampling, dialect),
    ...limitFields(task, dialect),
    // vLLM stops at 16 tokens unless it is told not to.
    ...(task.maxTokens === null && dialect.id === 'vllm' && { max_tokens: null }),
    ...shownFields(task.shownTokens ?? [], dialect),
    ...(task.constraint &&
      (dialect.grammar === null
        ? refuse(model, 'response_format', '{"type":"text"}')
        : under(dialect.grammar, task.constraint.grammar))),
  }
}

/** Where a server can't have them in the text, it is asked for nothing that has any (`Capabilities.shownTokens`). */
function shownFields(tokens: readonly string[], { shows }: Dialect): object {
  if (tokens.length === 0 || shows === null) return {}
  return shows === 'skip_special_tokens' ? { skip_special_tokens: false } : { preserved_tokens: tokens }
}

/** What a stream of completion chunks says. Throws as `chatEvents`. */
export async function* completionEvents(
  url: string,
  chunks: AsyncIterable<unknown>,
): AsyncGenerator<EngineEvent, void> {
  let usage: z.infer<typeof usageSchema> | null = null
  let generated = 0
  let reason: string | null = null
  let begun = false
  for await (const { choices, usage: counts } of readChunks(url, chunks, chunkSchema)) {
    if (!begun) yield BEGUN
    begun = true
    usage = counts ?? usage
    const choice = choices?.[0]
    if (choice?.text) {
      generated++
      yield { type: 'text-delta', text: choice.text, tokens: 1 }
    }
    reason = choice?.finish_reason ?? reason
  }
  if (reason === null) throw cutShort(url)
  yield usageOf(usage, generated)
  yield { type: 'finish', reason: reason === 'length' ? 'length' : 'stop' }
}
