/** What becomes of one instance of a model. */
export interface EngineNews {
  readonly model: string
  /** A state that it is in now, or `crashed`, which another follows. */
  readonly what: 'starting' | 'ready' | 'draining' | 'stopping' | 'stopped' | 'failed' | 'crashed'
  /** In words, where there is one. It may name files. */
  readonly reason: string | null
  /** How long the state before has lasted: for `ready`, the load. */
  readonly tookMs: number
  /** Of `ready`: which engine it is. */
  readonly engine: string | null
  /** Of `crashed`: how it ended, and the last it said. */
  readonly crash: { readonly how: string; readonly lastLine: string | null } | null
}
