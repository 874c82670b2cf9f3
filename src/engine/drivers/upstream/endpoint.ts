import type { DialectId } from '../../../core/dialects.ts'

/** A server of models, as the settings give it. */
export interface Endpoint {
  /** Of its API, without a slash at the end: `http://gpu1:8000/v1`. */
  readonly url: string
  /** Sent as a bearer token; `null`: none. */
  readonly key: string | null
  /** Models to offer of it, by its names for them; `null`: all that it lists. */
  readonly models: readonly string[] | null
  /** `null`: as it shows. */
  readonly dialect: DialectId | null
  /** Whether its models see images. Default, or `null`: as its list or their names show. */
  readonly vision?: boolean | null
  /** Requests given to it at once. */
  readonly slots: number
  /** PEM text of the authority that signed its certificate; `null`: a usual one. */
  readonly authority: string | null
  /** How long it may be silent before the beginning of an answer. */
  readonly patienceMs: number
}

export type Purpose = 'chat' | 'embed' | 'rerank'

/** One model of one endpoint. */
export interface RemoteModel {
  readonly endpoint: Endpoint
  /** Its name there. */
  readonly id: string
  readonly dialect: DialectId
  /** `null`: it doesn't say. */
  readonly contextTokens: number | null
  readonly purpose: Purpose
  /** Images are shown to it. Default: they are not. */
  readonly sees?: boolean
  /** Who has it, as its list says; `null`, or absent: it doesn't say. */
  readonly owner?: string | null
  /** Seconds since the Unix epoch, likewise. */
  readonly created?: number | null
}
