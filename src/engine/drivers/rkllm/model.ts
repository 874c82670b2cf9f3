import type { Pooling } from '../../../core/placement.ts'
import type { ModelTokenizer } from '../../text/tokenizer.ts'
import type { RkllmRuntime } from './native/runtime.ts'

/** A loaded model, as its tasks see it. */
export interface RkllmModel {
  readonly id: string
  readonly runtime: RkllmRuntime
  readonly tokenizer: ModelTokenizer
  readonly contextTokens: number
  /** Tokens that end an answer, whatever the runtime holds for one. */
  readonly endTokens: ReadonlySet<number>
  readonly samplingPerRun: boolean
  /** Numbers in an embedding, and how they are made; `null`: it generates. */
  readonly embedding: { readonly size: number; readonly pooling: Pooling } | null
  /** Name of a LoRA adapter, loaded when it is first named. Throws `invalid_value`. */
  adapter(path: string, scale: number): string
}
