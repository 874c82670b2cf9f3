/** A model as far as memory is concerned. */
export interface Weight {
  /** Of its weights, loaded. */
  readonly weightBytes: number
  /** Of everything else that an answer takes: caches and buffers. */
  readonly workingBytes: number
}

/** Whether a model has room, and how much. */
export interface Fit {
  readonly verdict: 'fits' | 'tight' | 'no'
  readonly neededBytes: number
  readonly freeBytes: number
}

/** With less than this share of the memory left over, other programs are pushed out. */
const COMFORT = 0.15

/** @param freeBytes memory that models may take now @param totalBytes all that the machine has */
export function fitOf({ weightBytes, workingBytes }: Weight, freeBytes: number, totalBytes: number): Fit {
  const neededBytes = weightBytes + workingBytes
  const left = freeBytes - neededBytes
  const verdict = left < 0 ? 'no' : left < COMFORT * totalBytes ? 'tight' : 'fits'
  return { verdict, neededBytes, freeBytes }
}

/** What an answer of so many tokens takes beside the weights, where no engine has reckoned it: by the model's size. */
export function usualWorkingBytes(parameters: number, contextTokens: number): number {
  const bytesPerToken = 16 * Math.sqrt(parameters)
  return BUFFERS + contextTokens * bytesPerToken * KV_SHARE
}

const BUFFERS = 300e6
const KV_SHARE = 0.12
