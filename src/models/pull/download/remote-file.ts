/** A file somewhere on the web, as its source describes it. */
export interface RemoteFile {
  /** In the model's folder: one name, no path. */
  readonly name: string
  readonly url: string
  /** Null: only the server of the file knows. */
  readonly sizeBytes: number | null
  /** Lower-case hex; null: the source tells none. */
  readonly sha256: string | null
  /** Bearer token for the host of `url`. */
  readonly token: string | null
  /** How one gets a token, as a sentence; null: there are none. */
  readonly tokenHint: string | null
}
