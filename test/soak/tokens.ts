/** Prompt and completion tokens. */
export interface Tokens {
  readonly prompt: number
  readonly completion: number
}

/** Reads what an answer cost, streamed or not. */
export type ReadTokens = (answer: string) => Tokens

interface OpenAiUsage {
  readonly prompt_tokens: number
  readonly completion_tokens?: number
}

/** Of OpenAI’s older APIs; embeddings complete nothing. */
export const openAi = (answer: string): Tokens =>
  last(answer, ({ usage }: { usage?: OpenAiUsage | null }) =>
    usage ? { prompt: usage.prompt_tokens, completion: usage.completion_tokens ?? 0 } : undefined,
  )

interface InOut {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_input_tokens?: number
  readonly cache_creation_input_tokens?: number
}

/** Of Responses, whose stream tells it in its last event. */
export const responses = (answer: string): Tokens =>
  last(answer, (value: { usage?: InOut | null; response?: { usage?: InOut | null } }) => {
    const usage = value.usage ?? value.response?.usage
    return usage ? { prompt: usage.input_tokens, completion: usage.output_tokens } : undefined
  })

/** What the cache had counts as read. */
export const anthropic = (answer: string): Tokens =>
  last(answer, ({ usage }: { usage?: InOut }) => {
    if (usage === undefined) return undefined
    const { input_tokens, cache_read_input_tokens = 0, cache_creation_input_tokens = 0, output_tokens } = usage
    return { prompt: input_tokens + cache_read_input_tokens + cache_creation_input_tokens, completion: output_tokens }
  })

/** Of the last line of a stream, or of the whole answer. */
export const ollama = (answer: string): Tokens =>
  last(answer, (value: { prompt_eval_count?: number; eval_count?: number }) =>
    value.prompt_eval_count === undefined
      ? undefined
      : { prompt: value.prompt_eval_count, completion: value.eval_count ?? 0 },
  )

/** Of what computes nothing. */
export const nothing = (): Tokens => ({ prompt: 0, completion: 0 })

/** The last object of an answer, streamed or not, that has what is looked for. */
function last<Found>(answer: string, look: (value: Record<string, never>) => Found | undefined): Found {
  const values = answer
    .split('\n')
    .map((line) => line.replace(/^data: ?/, ''))
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const found = values.map(look).findLast((each) => each !== undefined)
  if (found === undefined) throw new Error(`no usage in ${answer.slice(0, 500)}`)
  return found
}
