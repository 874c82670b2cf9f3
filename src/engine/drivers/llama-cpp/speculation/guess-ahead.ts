import type { Sequence } from '../loop/sequence.ts'
import type { DraftModel } from './draft-model.ts'

/**
 * Rows of a step in which answers guess ahead. Up to about so many, a further row costs little beside reading all
 * weights once; the more answers there are, the less is left for guesses.
 */
const CHEAP_ROWS = 12

/** Rows that one answer alone may take. From 64 on llama.cpp's attention takes another kernel, which rounds otherwise. */
const MOST_ROWS = 63

/** Lets the answers that want it guess their next tokens, as far as there is room. */
export async function guessAhead(running: readonly Sequence[], contextTokens: number): Promise<void> {
  const alive = running.filter(({ ended }) => !ended)
  const room = roomFor(alive, contextTokens)
  const byDraft = new Map<DraftModel, Sequence[]>()
  for (const sequence of running) {
    sequence.guess = []
    const { foresight } = sequence
    const most = mostFor(sequence, room)
    if (foresight === null || most < Math.max(1, foresight.wish.minTokens)) continue
    if (foresight.draft === null) sequence.guess = foresight.guesser?.guess(foresight.history, most) ?? []
    else {
      const draft = foresight.draft.thing
      byDraft.set(draft, [...(byDraft.get(draft) ?? []), sequence])
    }
  }
  for (const [draft, sequences] of byDraft) await draftFor(draft, sequences, room)
  for (const sequence of running) {
    if (sequence.guess.length < (sequence.foresight?.wish.minTokens ?? 0)) sequence.guess = []
  }
}

async function draftFor(draft: DraftModel, sequences: readonly Sequence[], room: number): Promise<void> {
  const guesses = await draft.guess(
    sequences.map((sequence) => ({
      lane: sequence.lane?.id ?? 0,
      history: sequence.foresight?.history ?? [],
      most: mostFor(sequence, room),
      minProbability: sequence.foresight?.wish.minProbability ?? 0,
    })),
  )
  for (const [index, sequence] of sequences.entries()) sequence.guess = guesses[index] ?? []
}

/** Tokens that each answer may guess. All get rows for the longest guess of any, so all must have cells for them. */
function roomFor(alive: readonly Sequence[], contextTokens: number): number {
  const rows = alive.length === 1 ? MOST_ROWS : Math.floor(CHEAP_ROWS / alive.length)
  const cells = alive.map(({ lane }) => contextTokens - (lane?.tokens.length ?? contextTokens))
  return Math.min(rows, ...cells) - 1
}

function mostFor(sequence: Sequence, room: number): number {
  if (sequence.ended) return 0
  return Math.min(room, sequence.foresight?.wish.maxTokens ?? 0, sequence.tokensLeft - 1)
}
