import type { ApiKey } from './key.ts'

/** The owner of what is asked for without a key. */
export const ANONYMOUS = 'anonymous'

/** Who asks. */
export interface Caller {
  /** The key's id, or `anonymous`: what one has stored stays hidden from another. */
  readonly owner: string
  /** `null`: none was given, nor needed. */
  readonly key: ApiKey | null
  /** Of the client, as far as it can be known. */
  readonly address: string
}
