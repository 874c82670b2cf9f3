import { z } from 'zod'
import type { EngineEvent, LogitsRow, RankedToken } from '../../../core/event.ts'
import { encodeFloats } from '../../../core/floats.ts'
import type { LogitsTask } from '../../../core/task.ts'
import { unlike, usageOf, usageSchema } from './chunks.ts'
import type { RemoteModel } from './endpoint.ts'
import { refuse } from './parameters.ts'

/** vLLM's: of a token of the prompt, the likeliest in its place, and itself, by their ids; `null`: the first has none. */
const placeSchema = z
  .record(z.string(), z.object({ logprob: z.number().nullable(), decoded_token: z.string().nullish() }))
  .nullable()

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        prompt_logprobs: z.array(placeSchema),
        logprobs: z.object({ top_logprobs: z.array(z.record(z.string(), z.number().nullable()).nullable()) }),
      }),
    )
    .length(1),
  usage: usageSchema.nullish(),
})

/** How vLLM spells a token when it is to tell its id. */
const BY_ID = /^token_id:(\d+)$/

interface Likely {
  readonly id: number
  readonly logprob: number
  readonly text: string
}

/**
 * Asks what the model thinks of every token of a prompt, and of one more. Throws `unsupported_parameter` for all logits
 * of a row: servers tell the largest.
 * @param ids the prompt as tokens
 */
export function logitsBody(
  { top, logprobs = 0 }: LogitsTask,
  ids: readonly number[],
  { id: model }: RemoteModel,
): object {
  if (top === 0) return refuse(model, 'top_n', '20')
  const most = Math.max(top, logprobs)
  return {
    model,
    prompt: ids,
    max_tokens: 1,
    temperature: 0,
    prompt_logprobs: most,
    logprobs: most,
    return_tokens_as_token_ids: true,
  }
}

/**
 * The rows that were asked for. What servers tell are logprobs: logits less what all of a row have in common. Throws
 * `upstream_error` for another answer.
 */
export function* logitsEvents(
  url: string,
  { from, top, logprobs }: LogitsTask,
  ids: readonly number[],
  body: unknown,
): Generator<EngineEvent, void> {
  const { choices: [choice] = [], usage } = answerSchema.safeParse(body).data ?? {}
  if (choice?.prompt_logprobs.length !== ids.length)
    throw unlike(url, 'answers what are no logprobs of the prompt', body)
  const places = [
    ...choice.prompt_logprobs.slice(1).map((place) => likelyIn(place ?? {})),
    lastOf(choice.logprobs.top_logprobs[0] ?? {}),
  ]
  for (let position = from < 0 ? ids.length - 1 : from; position < ids.length; position++) {
    const place = places[position] ?? []
    const next = logprobs === undefined ? null : nextIn(place, ids[position + 1], logprobs)
    yield { ...rowOf(position, place.slice(0, top)), ...(next && { next }) }
  }
  yield { ...usageOf(usage), completionTokens: 0 }
  yield { type: 'finish', reason: 'stop' }
}

function likelyIn(place: NonNullable<z.infer<typeof placeSchema>>): readonly Likely[] {
  return ranked(
    Object.entries(place).map(([id, { logprob, decoded_token }]) => ({
      id: Number(id),
      logprob: logprob ?? Number.NEGATIVE_INFINITY,
      text: decoded_token ?? '',
    })),
  )
}

function lastOf(top: Readonly<Record<string, number | null>>): readonly Likely[] {
  return ranked(
    Object.entries(top).flatMap(([token, logprob]) => {
      const id = BY_ID.exec(token)?.[1]
      return id === undefined ? [] : [{ id: Number(id), logprob: logprob ?? Number.NEGATIVE_INFINITY, text: '' }]
    }),
  )
}

/** Largest first, of equals the lower id first. */
function ranked(tokens: readonly Likely[]): readonly Likely[] {
  return tokens.toSorted((a, b) => b.logprob - a.logprob || a.id - b.id)
}

function rowOf(position: number, row: readonly Likely[]): LogitsRow {
  const values = Float32Array.from(row, ({ logprob }) => logprob)
  return { type: 'logits', position, ids: row.map(({ id }) => id), values: encodeFloats(values) }
}

/** How likely the token is that follows in the prompt, which is told wherever it ranks. */
function nextIn(place: readonly Likely[], id: number | undefined, most: number): LogitsRow['next'] {
  const next = place.find((token) => token.id === id)
  return next && { ...asRanked(next), top: place.slice(0, most).map(asRanked) }
}

function asRanked({ id, logprob, text }: Likely): RankedToken {
  return { id, logprob, bytes: Buffer.from(text).toString('base64') }
}
