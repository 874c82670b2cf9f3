import { TrivetError } from '../../../core/errors.ts'
import type { EngineEvent } from '../../../core/event.ts'
import type { EmbedTask, LogitsTask, Prompt } from '../../../core/task.ts'
import type { Script } from './script.ts'
import type { Words } from './words.ts'

/** Tasks about a given text. */
export type ReadingTask = EmbedTask | LogitsTask

/** Whether the script's model is made for this. */
export function reads(script: Script, task: ReadingTask): boolean {
  return task.kind === 'embed' ? script.embeddingSize !== null : script.logits
}

/** Answers with numbers that mean nothing, but are the same for the same words, and others for others. */
export function* playReading(
  script: Script,
  task: ReadingTask,
  words: Words,
  contextTokens: number,
): Generator<EngineEvent> {
  const idsOf: Tokenizer = (prompt) => (typeof prompt === 'string' ? words.tokenize(prompt) : prompt)
  try {
    const promptTokens =
      task.kind === 'embed' ? yield* embed(script, task, idsOf, contextTokens) : yield* survey(script, task, idsOf)
    yield { type: 'usage', promptTokens, completionTokens: 0, cachedTokens: 0 }
    yield { type: 'finish', reason: 'stop' }
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error
    yield { type: 'error', error: error.report() }
  }
}

type Tokenizer = (prompt: Prompt) => readonly number[]

function* embed(
  script: Script,
  task: EmbedTask,
  idsOf: Tokenizer,
  contextTokens: number,
): Generator<EngineEvent, number> {
  const { truncate = false } = task
  const limit = typeof truncate === 'number' ? Math.min(truncate, contextTokens) : contextTokens
  const texts = task.inputs.map((input, index) => {
    const ids = idsOf(input)
    if (ids.length <= limit) return ids
    if (truncate !== false) return ids.slice(0, limit)
    const details = { limit: contextTokens, prompt: ids.length }
    throw new TrivetError('context_length_exceeded', details, `input.${index}`)
  })
  for (const [index, ids] of texts.entries()) {
    const vector = Array.from({ length: script.embeddingSize ?? 0 }, (_, at) => ids.reduce(mix, at) / 2 ** 32 - 0.5)
    const length = task.normalize ? Math.hypot(...vector) : 1
    yield { type: 'embedding', index, vector: floats(vector.map((value) => value / length)), tokens: ids.length }
  }
  return texts.flat().length
}

function* survey(script: Script, task: LogitsTask, idsOf: Tokenizer): Generator<EngineEvent, number> {
  const ids = idsOf(task.prompt)
  const size = script.model.vocabularyTokens
  for (let position = task.from < 0 ? ids.length + task.from : task.from; position < ids.length; position++) {
    const state = ids.slice(0, position + 1).reduce(mix, 0)
    const logits = Array.from({ length: size }, (_, token) => mix(state, token) / 2 ** 28)
    const ranked = logits.map((_, token) => token).sort((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0) || a - b)
    const shown = task.top === 0 ? [] : ranked.slice(0, task.top)
    yield {
      type: 'logits',
      position,
      ids: shown,
      values: floats(task.top === 0 ? logits : shown.map((id) => logits[id] ?? 0)),
    }
  }
  return ids.length
}

/** One step of a hash: 32 bits from 32 bits and a number (FNV-1a, with a final scramble). */
function mix(state: number, value: number): number {
  const hashed = Math.imul(state ^ (value + 0x9e3779b9), 16_777_619) >>> 0
  return (hashed ^ (hashed >>> 15)) >>> 0
}

function floats(values: readonly number[]): string {
  return Buffer.from(Float32Array.from(values).buffer).toString('base64')
}
