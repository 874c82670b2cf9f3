import type { Batch } from '../native/batch.ts'
import type { Lane } from './lane.ts'
import type { Reading } from './reading.ts'
import type { Sequence } from './sequence.ts'
import { type MediaSpan, positionAt } from './spans.ts'

/** A part of a prompt to be computed. */
export interface Slice {
  readonly reading: Reading
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** All of it is a span; `null`: tokens. */
  readonly span: MediaSpan | null
}

/** What one `llama_decode` computes: the next tokens of some answers, and slices of some prompts. */
export interface Step {
  readonly sequences: readonly Sequence[]
  readonly slices: readonly Slice[]
}

/** A token for rows whose result nobody wants. */
const ANY_TOKEN = 0

/**
 * Fills the batch in order of sequence, as llama.cpp needs it to compute different sequences together.
 * @param bridges lanes that get a row only so that there is no gap between sequences
 * @param count rows of each answer: see `answerRows`
 * @returns each reading's first row
 */
export function fillBatch(
  batch: Batch,
  step: Step,
  bridges: readonly Lane[],
  count: number,
): ReadonlyMap<Reading, number> {
  batch.clear()
  const rows = new Map<Reading, number>()
  const parts = [
    ...bridges.map((lane) => bridgePart(lane, count)),
    ...step.sequences.map((sequence) => answerPart(sequence, count)),
    ...step.slices.map(slicePart),
  ]
  for (const { lane, reading, add } of parts.toSorted((one, other) => (one.lane?.id ?? 0) - (other.lane?.id ?? 0))) {
    if (lane === null) continue
    if (reading !== null) rows.set(reading, batch.rows)
    add(batch, lane)
  }
  return rows
}

/**
 * Rows of each answer in a step: one, and one for each token that is guessed ahead. All have as many as the longest
 * guess needs: llama.cpp computes only equal numbers of rows together.
 */
export function answerRows({ sequences }: Step): number {
  return 1 + Math.max(0, ...sequences.map(({ guess }) => guess.length))
}

/** The rows of one sequence. */
interface Part {
  readonly lane: Lane | null
  /** Who wants the result. */
  readonly reading: Reading | null
  add(batch: Batch, lane: Lane): void
}

function bridgePart(lane: Lane, count: number): Part {
  return { lane, reading: null, add: (batch) => addRows(batch, lane, [], count) }
}

function answerPart(sequence: Sequence, count: number): Part {
  const tokens = [sequence.nextToken, ...sequence.guess]
  return { lane: sequence.lane, reading: sequence, add: (batch, lane) => addRows(batch, lane, tokens, count) }
}

/** Rows for tokens whose results are wanted, and then for any, until there are `count`. */
function addRows(batch: Batch, lane: Lane, tokens: readonly number[], count: number): void {
  for (let at = 0; at < count; at++) {
    batch.add(tokens[at] ?? ANY_TOKEN, lane.position + at, lane.id, at < tokens.length)
  }
}

function slicePart({ reading, start, end }: Slice): Part {
  return {
    lane: reading.lane,
    reading,
    add(batch, lane) {
      const position = positionAt(start, reading.media) - start
      for (let at = start; at < end; at++) {
        batch.add(reading.prompt[at] as number, position + at, lane.id, reading.wantsLogits(at))
      }
    },
  }
}

/** Enters into the lanes what a step has computed. */
export function recordStep({ sequences, slices }: Step): void {
  for (const { lane, nextToken } of sequences) lane?.tokens.push(nextToken)
  for (const { reading, start, end, span } of slices) {
    const { lane, prompt } = reading
    if (lane === null) continue
    if (span !== null) lane.spans = [...lane.spans, span]
    for (let at = start; at < end; at++) lane.tokens.push(prompt[at] as number)
    lane.read = end
  }
}

/**
 * The steps of one turn: answers under the same adapters share one, and so do slices; rows that are computed together
 * cost less. Answers and slices don't mix: llama.cpp would take them apart again. A span is a step of its own, and so is
 * a slice of which every row is wanted.
 * @param isAlone whether an answer has to have a step of its own: the same for all under the same adapters
 */
export function stepsOf(
  running: readonly Sequence[],
  slices: readonly Slice[],
  isAlone: (sequence: Sequence) => boolean,
): readonly Step[] {
  const answers = byKey(running, ({ key }) => key).flatMap((group) =>
    group.every(isAlone) ? group.map((sequence) => [sequence]) : [group],
  )
  return [
    ...answers.map((sequences) => ({ sequences, slices: [] })),
    ...byKey(slices.filter(isShared), ({ reading }) => reading.key).map((part) => ({ sequences: [], slices: part })),
    ...slices.filter((slice) => !isShared(slice)).map((slice) => ({ sequences: [], slices: [slice] })),
  ]
}

/** Whether the adapters have to be changed between some of them. */
export function changesAdapters(steps: readonly Step[]): boolean {
  const keys = steps.map(({ sequences, slices }) => (sequences[0] ?? slices[0]?.reading)?.key)
  return new Set(keys).size > 1
}

/** A step without those who have ended. */
export function stillWanted({ sequences, slices }: Step): Step {
  return {
    sequences: sequences.filter(({ ended }) => !ended),
    slices: slices.filter(({ reading }) => !reading.ended),
  }
}

function isShared({ span, reading }: Slice): boolean {
  return span === null && reading.head === null
}

/** In groups of one key, in order of appearance. */
function byKey<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const keys = [...new Set(items.map(keyOf))]
  return keys.map((key) => items.filter((item) => keyOf(item) === key))
}
