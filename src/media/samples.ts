/** Sound as numbers. */
export interface Samples {
  /** One channel, from -1 to 1. */
  readonly values: Float32Array
  /** Samples a second. */
  readonly rate: number
}

/** Of a sound in a conversation: more is no question, but a file to transcribe. */
export const MOST_SECONDS = 600

/** Samples on each side that one is made of. */
const REACH = 16

/** The mean of all channels. */
export function mixed(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = channels
  if (others.length === 0) return first
  return first.map((value, at) => others.reduce((sum, other) => sum + (other[at] ?? 0), value) / channels.length)
}

/**
 * The same sound at another rate. What the new rate can't hold is filtered out (a windowed sinc), so that it doesn't come
 * back as another tone. Every so often others get their turn.
 */
export async function resampled({ values, rate }: Samples, wanted: number): Promise<Float32Array> {
  if (rate === wanted) return values
  const step = rate / wanted
  const stretch = Math.max(1, step)
  const reach = Math.ceil(REACH * stretch)
  const result = new Float32Array(Math.floor(values.length / step))
  for (let at = 0; at < result.length; at++) {
    const centre = at * step
    const first = Math.ceil(centre - reach)
    let sum = 0
    let weights = 0
    for (let from = first; from <= centre + reach; from++) {
      const weight = kernel((from - centre) / stretch)
      weights += weight
      sum += weight * (values[from] ?? 0)
    }
    result[at] = weights === 0 ? 0 : sum / weights
    if (at % wanted === 0) await new Promise(setImmediate)
  }
  return result
}

/** Steps of the table below for each sample: its error is below that of 16 bits. */
const FINENESS = 4096

/** One half of sinc, faded out by a Hann window of `REACH`. */
const KERNEL = Float64Array.from({ length: REACH * FINENESS + 1 }, (_, at) => {
  const angle = (Math.PI * at) / FINENESS
  return at === 0 ? 1 : (Math.sin(angle) / angle) * (0.5 + 0.5 * Math.cos(angle / REACH))
})

function kernel(x: number): number {
  return KERNEL[Math.round(Math.abs(x) * FINENESS)] ?? 0
}
