/** A part of a longer sound. */
export interface Piece {
  readonly values: Float32Array
  /** Where it begins in the whole, in seconds. */
  readonly start: number
}

/** Seconds at the end of a piece in which the quietest moment is looked for: it is seldom within a word. */
const SEARCHED = 5

/** Seconds of a moment whose loudness counts. */
const MOMENT = 0.1

/**
 * The sound in parts of so many seconds at most, cut where it is quietest.
 * @param rate samples a second
 */
export function* piecesOf(values: Float32Array, rate: number, longest: number): Generator<Piece, void> {
  for (let from = 0; from < values.length; ) {
    const end = from + longest * rate
    const to = end >= values.length ? values.length : quietest(values, rate, end)
    yield { values: values.subarray(from, to), start: from / rate }
    from = to
  }
}

/** The middle of the quietest moment before `end`. */
function quietest(values: Float32Array, rate: number, end: number): number {
  const length = Math.round(MOMENT * rate)
  const moments = Array.from({ length: SEARCHED / MOMENT }, (_, at) => end - (at + 1) * length)
  const loudness = moments.map((at) => energy(values.subarray(at, at + length)))
  const best = loudness.indexOf(Math.min(...loudness))
  return (moments[best] ?? end) + length / 2
}

function energy(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value * value, 0)
}
