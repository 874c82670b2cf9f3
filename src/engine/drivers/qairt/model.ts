import type { ModelTokenizer } from '../../text/tokenizer.ts'
import type { GenieDialog } from './native/dialog.ts'

/** A loaded bundle, as its tasks see it. */
export interface QairtModel {
  readonly id: string
  readonly dialog: GenieDialog
  readonly tokenizer: ModelTokenizer
  readonly contextTokens: number
  /** Whether each answer has its own sampling; else it is the bundle's. */
  readonly samplingPerRun: boolean
}
