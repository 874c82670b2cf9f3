import type { Batch } from '../native/batch.ts'
import type { Reading } from './reading.ts'
import type { Sequence } from './sequence.ts'

/** A part of a prompt to be computed. */
export interface Slice {
  readonly reading: Reading
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** What one `llama_decode` computes: the next token of some answers, and slices of some prompts. */
export interface Step {
  readonly sequences: readonly Sequence[]
  readonly slices: readonly Slice[]
}

/** Fills the batch: a row for each answer, in order, then the slices', in order. */
export function fillBatch(batch: Batch, { sequences, slices }: Step): void {
  batch.clear()
  for (const { nextToken, lane } of sequences) {
    if (lane !== null) batch.add(nextToken, lane.tokens.length, lane.id, true)
  }
  for (const { reading, start, end } of slices) {
    const { lane, prompt } = reading
    if (lane === null) continue
    for (let at = start; at < end; at++) batch.add(prompt[at] as number, at, lane.id, reading.wantsLogits(at))
  }
}

/** Enters into the lanes what a step has computed. */
export function recordStep({ sequences, slices }: Step): void {
  for (const { lane, nextToken } of sequences) lane?.tokens.push(nextToken)
  for (const { reading, start, end } of slices) {
    const { lane, prompt } = reading
    if (lane === null) continue
    for (let at = start; at < end; at++) lane.tokens.push(prompt[at] as number)
    lane.read = end
  }
}

/**
 * The steps of one turn: answers and slices under the same adapters share one, since rows that are computed together
 * cost less. Where arithmetic has to be exact, everything that could round by its company is kept apart.
 */
export function stepsOf(
  running: readonly Sequence[],
  slices: readonly Slice[],
  apart: { readonly slices: boolean; readonly sequences: boolean },
): readonly Step[] {
  const answers = apart.sequences ? running.map((sequence) => [sequence]) : byKey(running, ({ key }) => key)
  const parts = apart.slices ? slices.map((slice) => [slice]) : byKey(slices, ({ reading }) => reading.key)
  const hosted = new Set<readonly Slice[]>()
  const steps = answers.map((sequences): Step => {
    const guests = apart.slices ? undefined : parts.find(([first]) => first?.reading.key === sequences[0]?.key)
    if (guests === undefined) return { sequences, slices: [] }
    hosted.add(guests)
    return { sequences, slices: guests }
  })
  const alone = parts.filter((part) => !hosted.has(part)).map((part): Step => ({ sequences: [], slices: part }))
  return [...steps, ...alone]
}

/** In groups of one key, in order of appearance. */
function byKey<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const keys = [...new Set(items.map(keyOf))]
  return keys.map((key) => items.filter((item) => keyOf(item) === key))
}
