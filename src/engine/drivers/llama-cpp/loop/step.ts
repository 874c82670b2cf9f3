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

/** What one `llama_decode` computes: the next token of some answers, and perhaps a slice of a prompt. */
export interface Step {
  readonly sequences: readonly Sequence[]
  readonly slice: Slice | null
}

/** Fills the batch: a row for each answer, in order, then the slice's. */
export function fillBatch(batch: Batch, { sequences, slice }: Step): void {
  batch.clear()
  for (const { nextToken, lane } of sequences) {
    if (lane !== null) batch.add(nextToken, lane.tokens.length, lane.id, true)
  }
  if (slice === null || slice.reading.lane === null) return
  const { reading, start, end } = slice
  for (let at = start; at < end; at++) {
    batch.add(reading.prompt[at] as number, at, slice.reading.lane.id, reading.wantsLogits(at))
  }
}

/** Enters into the lanes what a step has computed. */
export function recordStep({ sequences, slice }: Step): void {
  for (const { lane, nextToken } of sequences) lane?.tokens.push(nextToken)
  if (slice === null || slice.reading.lane === null) return
  const { lane, prompt } = slice.reading
  for (let at = slice.start; at < slice.end; at++) lane.tokens.push(prompt[at] as number)
  lane.read = slice.end
}

/**
 * The steps of one turn. Answers under the same adapters share one, and the slice joins those under its own: it then
 * costs little more than without them. Where arithmetic has to be exact, everything that could round by its company
 * is kept apart.
 */
export function stepsOf(
  running: readonly Sequence[],
  slice: Slice | null,
  apart: { readonly slice: boolean; readonly sequences: boolean },
): readonly Step[] {
  const groups: Sequence[][] = []
  for (const sequence of running) {
    const group = apart.sequences ? undefined : groups.find(([first]) => first?.key === sequence.key)
    if (group === undefined) groups.push([sequence])
    else group.push(sequence)
  }
  const host = apart.slice ? undefined : groups.find(([first]) => first?.key === slice?.reading.key)
  const steps = groups.map((sequences) => ({ sequences, slice: sequences === host ? slice : null }))
  return slice === null || host !== undefined ? steps : [...steps, { sequences: [], slice }]
}
