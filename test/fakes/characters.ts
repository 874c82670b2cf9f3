import { TrivetError } from '../../src/core/errors.ts'
import type { EngineEvent, RankedToken } from '../../src/core/event.ts'
import type { EmbedTask, LogitsTask, Prompt, RerankTask } from '../../src/core/task.ts'
import { CONTEXT_TOKENS, type OtherTask, type Reply } from './scheduler.ts'

const BOS = 1

/** Numbers in one embedding of the fake. */
export const EMBEDDING_SIZE = 4

/** Logits in a row of the fake. */
export const VOCABULARY_TOKENS = 32

/**
 * An engine for everything but generating, to which a character is a token whose id is its code, and which puts a BOS
 * before a text. Its vectors and scores are easy to tell in one's head: see each function.
 */
export const characters: Reply<OtherTask> = async function* (task) {
  switch (task.kind) {
    case 'tokenize':
      yield { type: 'tokens', ids: [...(task.addSpecial ? [BOS] : []), ...codes(task.text)] }
      break
    case 'detokenize':
      yield { type: 'text-delta', text: task.tokens.map(spelling).join(''), tokens: task.tokens.length }
      break
    case 'logits':
      yield* rows(task)
      break
    case 'embed':
      yield* embeddings(task)
      break
    case 'rerank':
      yield* scores(task)
      break
  }
  yield { type: 'finish', reason: 'stop' }
}

/** The logit of token `t` after position `p` is -|t - p|; the next token's logprob is -p / 8, `.` is the likeliest. */
function* rows({ prompt, from, top, logprobs }: LogitsTask): Generator<EngineEvent> {
  const tokens = idsOf(prompt)
  for (let position = from < 0 ? tokens.length + from : from; position < tokens.length; position++) {
    const logits = Array.from({ length: VOCABULARY_TOKENS }, (_, token) => 0 - Math.abs(token - position))
    const ids = logits.map((_, token) => token).sort((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0) || a - b)
    const shown = top === 0 ? logits.map((_, token) => token) : ids.slice(0, top)
    const next = tokens[position + 1]
    yield {
      type: 'logits',
      position,
      ids: top === 0 ? [] : shown,
      values: floats(shown.map((id) => logits[id] ?? 0)),
      ...(logprobs !== undefined &&
        next !== undefined && {
          next: { ...ranked(spelling(next), -position / 8), top: [ranked('.', -0.5)].slice(0, logprobs) },
        }),
    }
  }
  yield { type: 'usage', promptTokens: tokens.length, completionTokens: 0, cachedTokens: 0 }
}

/** A text's vector is its length, the code of its first character, 0 and 1. */
function* embeddings({ inputs, normalize, truncate = false }: EmbedTask): Generator<EngineEvent> {
  let promptTokens = 0
  for (const [index, input] of inputs.entries()) {
    const ids = typeof input === 'string' ? codes(input) : input
    const limit = typeof truncate === 'number' ? truncate : CONTEXT_TOKENS
    if (ids.length > limit && truncate === false) {
      const details = { limit: CONTEXT_TOKENS, prompt: ids.length }
      yield { type: 'error', error: new TrivetError('context_length_exceeded', details, `input.${index}`).report() }
      return
    }
    const tokens = Math.min(ids.length, limit)
    const vector = [tokens, ids[0] ?? 0, 0, 1]
    const length = normalize ? Math.hypot(...vector) : 1
    yield { type: 'embedding', index, vector: floats(vector.map((value) => value / length)), tokens }
    promptTokens += tokens
  }
  yield { type: 'usage', promptTokens, completionTokens: 0, cachedTokens: 0 }
}

/** A document scores a point for each of the query's characters that it has; fewer than none of them: -1. */
function* scores({ query, documents }: RerankTask): Generator<EngineEvent> {
  let promptTokens = 0
  for (const [index, document] of documents.entries()) {
    const score = [...query].filter((character) => document.includes(character)).length || -1
    const tokens = query.length + document.length
    yield { type: 'score', index, score, tokens }
    promptTokens += tokens
  }
  yield { type: 'usage', promptTokens, completionTokens: 0, cachedTokens: 0 }
}

/** A token that is one character, with its logprob. */
export function ranked(text: string, logprob: number): RankedToken {
  return { id: text.codePointAt(0) ?? 0, bytes: Buffer.from(text).toString('base64'), logprob }
}

function idsOf(prompt: Prompt): readonly number[] {
  return typeof prompt === 'string' ? [BOS, ...codes(prompt)] : prompt
}

function codes(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0)
}

function spelling(id: number): string {
  return id === BOS ? '<s>' : String.fromCodePoint(id)
}

function floats(values: readonly number[]): string {
  return Buffer.from(Float32Array.from(values).buffer).toString('base64')
}
