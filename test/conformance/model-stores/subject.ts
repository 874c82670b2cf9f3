import type { Source } from '../../../src/models/sources/found.ts'

/** A program whose store is read, and how a test puts models into one. */
export interface Subject {
  readonly name: string
  /** Writes a store below this folder, and returns what reads it. */
  open(root: string): Source
  /** Puts one model in, as the program would have, and says what Trivet calls it. */
  put(root: string, files: ModelBytes): Promise<string>
  /** Damages the program's own description of the model put last, where it has one. */
  readonly damage?: (root: string) => Promise<void>
  /** Whether a model's own parts and projector can be told here. */
  readonly parts: boolean
  readonly projector: boolean
}

/** What a model's files hold. */
export interface ModelBytes {
  readonly weights: Buffer
  /** Further parts of weights. */
  readonly further?: readonly Buffer[]
  readonly mmproj?: Buffer
}

/** The names of a model's files, in order. */
export function partName(stem: string, index: number, count: number): string {
  const five = (number: number) => String(number).padStart(5, '0')
  return count === 1 ? `${stem}.gguf` : `${stem}-${five(index + 1)}-of-${five(count)}.gguf`
}
