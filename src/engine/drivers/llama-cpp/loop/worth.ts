import type { Lane } from './lane.ts'

/*
 * What is worth which work, counted in prompt tokens: the time one more of them takes in a batch. Measured on two cores,
 * a Q8_0 of 0.6B with 112 KiB of cells a token and a model of 3 KiB a token: a token takes 3.3 ms and 21 µs, to copy one's
 * cells out and in again 0.03 ms and 1.3 µs, a turn for a single token 15 ms and 130 µs.
 */

/** So many tokens are copied, out of a lane and into another, in the time to compute one: some less than with 0.6B. */
const COPIED_PER_COMPUTED = 64

/** One more turn costs as much as these do: all weights are read for it. */
const TURN_COST_TOKENS = 6

/** Shorter beginnings are what a template gives all prompts: no reason to take a conversation's lane. */
const BEGINNING_TOKENS = 32

/** So many tokens of an answer aren't worth a copy of all that comes before them, too. */
const TRIFLING_TOKENS = 32

/** Is it worth copying all `tokens` tokens of a lane to have `gained` of them? */
export function worthCopying(gained: number, tokens: number): boolean {
  return gained > tokens / COPIED_PER_COMPUTED
}

/** Is it worth a turn to wait until another has read `gained` more tokens of the same prompt? */
export function worthWaiting(gained: number): boolean {
  return gained >= TURN_COST_TOKENS
}

/** Is it worth copying a lane before it is cut back to `length` tokens? Not for a few that are the lesser part of it. */
export function worthKeeping({ tokens }: Lane, length: number): boolean {
  return tokens.length - length > Math.min(TRIFLING_TOKENS, 2 * length)
}

/**
 * Is an idle lane to be cut back to its first `length` tokens for a prompt that begins with them?
 * @param wanted tokens of the prompt that could be taken over
 * @param keeps whether what is cut off can be kept elsewhere
 */
export function worthCutting(lane: Lane, length: number, wanted: number, keeps: boolean): boolean {
  const held = lane.tokens.length
  if (length === held) return true
  if (length < Math.min(wanted, BEGINNING_TOKENS)) return false
  if (!worthKeeping(lane, length)) return true
  return keeps ? worthCopying(length, held) : length >= BEGINNING_TOKENS
}
