/** A file that an engine has loaded, for a look at it. */
export interface Trial {
  /** The ids of a text, special tokens added. */
  tokenize(text: string): Promise<readonly number[]>
  /** Numbers out of the whole model for a short text: logits, or an embedding. */
  compute(text: string): Promise<Float32Array>
}

/**
 * Loads a file in a process of its own for as long as `use` takes. Rejects with `model_load_failed`, with what `use`
 * rejects with, or with the signal's reason.
 */
export type TryModel = <T>(path: string, signal: AbortSignal, use: (trial: Trial) => Promise<T>) => Promise<T>
