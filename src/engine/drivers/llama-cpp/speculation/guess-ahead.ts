import type { Sequence } from '../loop/sequence.ts'
import type { Drafter } from './drafter.ts'

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
  const byDrafter = new Map<Drafter, Sequence[]>()
  for (const sequence of running) {
    sequence.guess = []
    const { foresight } = sequence
    const most = mostFor(sequence, room)
    if (foresight === null || most < Math.max(1, foresight.wish.minTokens)) continue
    const { guesser, drafter } = foresight
    if (guesser !== null) sequence.guess = guesser.guess(foresight.history, most)
    if (drafter !== null) byDrafter.set(drafter, [...(byDrafter.get(drafter) ?? []), sequence])
  }
  for (const [drafter, sequences] of byDrafter) await draftFor(drafter, sequences, room)
  for (const sequence of running) {
    if (sequence.guess.length < (sequence.foresight?.wish.minTokens ?? 0)) sequence.guess = []
  }
}

async function draftFor(drafter: Drafter, sequences: readonly Sequence[], room: number): Promise<void> {
  const guesses = await drafter.guess(
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
