/** A file somewhere, as its source describes it. */
export interface RemoteFile {
  /** In the folder it goes to, with `/` between its parts. */
  readonly name: string
  /** `https:` or `http:`; `file:` for one of this machine. */
  readonly url: string
  /** Null: only the server of the file knows. */
  readonly sizeBytes: number | null
  /** Lower-case hex; null: the source tells none. */
  readonly sha256: string | null
  readonly access: Access
}

/** How a source lets one in. */
export interface Access {
  /** The bearer token of the moment for the host that is asked; null: none is needed, or none is there. */
  token(signal: AbortSignal): Promise<string | null>
  /** A token was not taken, perhaps because its time is over: whether there may be another one now. */
  refused?(): boolean
  /** How one gets a token, as a sentence; null: there are none. */
  readonly hint: string | null
}

/** Whoever comes is let in, or nobody is. */
export const PUBLIC: Access = { token: async () => null, hint: null }
