/** The right side of a definition, parsed. */
export type Expression =
  | { readonly kind: 'text'; readonly text: string; readonly caseless: boolean }
  /** One character from `first` to `last`. */
  | { readonly kind: 'range'; readonly first: number; readonly last: number }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'either'; readonly parts: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly part: Expression; readonly min: number; readonly max: number | null }

/** A grammar as it is written: rules and terminals by their names, and what may stand between terminals. */
export interface LarkGrammar {
  readonly definitions: ReadonlyMap<string, Expression>
  readonly ignored: readonly Expression[]
}

/** Terminals are written in capitals: they are regular, and nothing is ignored inside them. */
export function isTerminal(name: string): boolean {
  return /^_?[A-Z]/.test(name)
}
