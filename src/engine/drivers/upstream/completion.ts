import { z } from 'zod'
import type { EngineEvent, TokenLogprob } from '../../../core/event.ts'
import type { GenerateTask } from '../../../core/task.ts'
import { BEGUN, cutShort, readChunks, usageOf, usageSchema } from './chunks.ts'
import type { Dialect } from './dialect.ts'
import type { RemoteModel } from './endpoint.ts'
import { columnLogprobs, columnsSchema, listedLogprobs, listedSchema } from './logprobs.ts'
import { limitFields, refuse, samplingFields, under } from './parameters.ts'

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        text: z.string().nullish(),
        finish_reason: z.string().nullish(),
        logprobs: z.union([columnsSchema, listedSchema]).nullish(),
      }),
    )
    .nullish(),
  // Counts that can't be read are as if none were told.
  usage: usageSchema.nullish().catch(null),
})

type Told = NonNullable<z.infer<typeof chunkSchema>['choices']>[number]['logprobs']

/** The body of a plain completion, streamed with its usage. Throws `unsupported_parameter` for what can't be passed on. */
export function completionBody(task: GenerateTask, { id: model }: RemoteModel, dialect: Dialect): object {
  if (task.logprobs !== undefined && dialect.fields.logprobs === undefined) return refuse(model, 'logprobs', 'null')
  return {
    model,
    prompt: task.prompt,
    stream: true,
    stream_options: { include_usage: true },
    ...samplingFields(task.sampling, dialect),
    ...limitFields(task, dialect),
    // vLLM stops at 16 tokens unless it is told not to.
    ...(task.maxTokens === null && dialect.id === 'vllm' && { max_tokens: null }),
    // To llama-server 0 is none at all.
    ...(task.logprobs !== undefined && { logprobs: Math.max(task.logprobs, dialect.id === 'llama-server' ? 1 : 0) }),
    ...shownFields(task.shownTokens ?? [], dialect),
    ...(task.constraint &&
      (dialect.grammar === null
        ? refuse(model, 'response_format', '{"type":"text"}')
        : under(dialect.grammar, task.constraint.grammar))),
  }
}

/** `undefined`: there are none with this piece. */
function logprobsOf(told: Told, most: number): TokenLogprob[] | undefined {
  if (!told) return undefined
  if ('tokens' in told) return columnLogprobs(told, most)
  return listedLogprobs(told)?.map((token) => ({ ...token, top: token.top.slice(0, most) }))
}

/** Where a server can't have them in the text, it is asked for nothing that has any (`Capabilities.shownTokens`). */
function shownFields(tokens: readonly string[], { shows }: Dialect): object {
  if (tokens.length === 0 || shows === null) return {}
  return shows === 'skip_special_tokens' ? { skip_special_tokens: false } : { preserved_tokens: tokens }
}

/** What a stream of completion chunks says. Throws as `chatEvents`. */
export async function* completionEvents(
  url: string,
  { logprobs }: Pick<GenerateTask, 'logprobs'>,
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
    const told = logprobs === undefined ? undefined : logprobsOf(choice?.logprobs, logprobs)
    if (choice?.text || (told && told.length > 0)) {
      const tokens = told?.length ?? 1
      generated += tokens
      yield { type: 'text-delta', text: choice?.text ?? '', tokens, ...(told && { logprobs: told }) }
    }
    reason = choice?.finish_reason ?? reason
  }
  if (reason === null) throw cutShort(url)
  yield usageOf(usage, generated)
  yield { type: 'finish', reason: reason === 'length' ? 'length' : 'stop' }
}
