import type { Capabilities } from '../../core/capability.ts'
import { NEUTRAL_SAMPLING, type Sampling } from '../../core/sampling.ts'
import { decodeSampling } from './sampling-decode.ts'
import type { SamplingFields } from './sampling-schema.ts'

export type SamplingName = keyof Sampling

const NAMES = Object.keys(NEUTRAL_SAMPLING) as readonly SamplingName[]

/** What of the sampling a product takes for granted: all that its defaults, which are numbers, have changed. */
export function assumedSampling(asked: SamplingFields, filled: SamplingFields): readonly SamplingName[] {
  const [before, after] = [decodeSampling(asked), decodeSampling(filled)]
  return NAMES.filter((name) => typeof after[name] === 'number' && after[name] !== before[name])
}

/** The sampling without what was only taken for granted and this engine can't do: nobody asked for it. */
export function withoutUnable(
  sampling: Sampling,
  assumed: readonly SamplingName[],
  { parameters }: Pick<Capabilities, 'parameters'>,
): Sampling {
  const unable = assumed.filter((name) => parameters[name] === 'refused')
  return { ...sampling, ...Object.fromEntries(unable.map((name) => [name, NEUTRAL_SAMPLING[name]])) }
}
