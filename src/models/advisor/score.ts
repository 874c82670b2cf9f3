import type { Profile } from './profile.ts'

/** What computes a model for the most part. */
export type Unit = 'cpu' | 'gpu' | 'npu'

/** A model as the advisor sees it. */
export interface Candidate {
  readonly id: string
  /** Answers in text. */
  readonly generates: boolean
  readonly readsImages: boolean
  readonly hears: boolean
  /** Its template knows of tools, so that it was trained to call them. */
  readonly callsTools: boolean
  readonly parameters: number | null
  readonly weightBytes: number | null
  /** All that it takes, caches included. */
  readonly memoryBytes: number | null
  readonly unit: Unit
  /** Of one answer, as measured or estimated for this machine; `null`: by the usual one's. */
  readonly tokensPerSecond: number | null
}

/** Bytes a second at which weights are read, of a usual machine. */
const BANDWIDTH: Readonly<Record<Unit, number>> = { cpu: 30e9, gpu: 250e9, npu: 60e9 }

/** Watts under load, of a usual laptop. */
const WATTS: Readonly<Record<Unit, number>> = { cpu: 35, gpu: 60, npu: 8 }

const UNKNOWN_PARAMETERS = 1e9
const UNKNOWN_BITS = 8

/** How well a model suits a profile: more is better. Only to be compared with scores of the same profile. */
export function score(candidate: Candidate, profile: Profile): number {
  switch (profile) {
    case 'fastest':
      return speed(candidate)
    case 'best-quality':
      return quality(candidate) + comfort(candidate) * 1e-3
    case 'lowest-memory':
      return -memory(candidate)
    case 'lowest-power':
      return -WATTS[candidate.unit] / tokensPerSecond(candidate)
    case 'balanced':
      return SLOWNESS_COUNTS * comfort(candidate) + quality(candidate)
  }
}

/** As measured here, else what the memory's bandwidth allows: each token reads all weights. */
function tokensPerSecond(candidate: Candidate): number {
  return candidate.tokensPerSecond ?? BANDWIDTH[candidate.unit] / weights(candidate)
}

/** Doublings of speed beyond what a reader keeps up with count no more. */
function speed(candidate: Candidate): number {
  return Math.min(Math.log2(tokensPerSecond(candidate)), Math.log2(READING_SPEED)) + tokensPerSecond(candidate) * 1e-6
}

const READING_SPEED = 60

/**
 * As far as waiting is felt. A model of half the size is twice as fast wherever memory is what limits: below this speed
 * halving it is worth more than doubling it.
 */
function comfort(candidate: Candidate): number {
  return Math.min(Math.log2(tokensPerSecond(candidate)), Math.log2(COMFORTABLE_SPEED)) + speed(candidate) * 1e-3
}

const COMFORTABLE_SPEED = 15
const SLOWNESS_COUNTS = 1.5

/** Doublings of parameters, less what few bits cost. */
function quality(candidate: Candidate): number {
  const parameters = candidate.parameters ?? UNKNOWN_PARAMETERS
  const bits = (8 * weights(candidate)) / parameters
  const lost = bits < 3.5 ? 1.5 : bits < 5.5 ? 0.4 : bits < 7.5 ? 0.1 : 0
  return Math.log2(parameters) - lost
}

function memory(candidate: Candidate): number {
  return candidate.memoryBytes ?? weights(candidate)
}

function weights({ weightBytes, parameters }: Candidate): number {
  return weightBytes ?? ((parameters ?? UNKNOWN_PARAMETERS) * UNKNOWN_BITS) / 8
}
