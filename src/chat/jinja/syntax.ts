/** A template as it was parsed: a list of nodes that are written out or carried out one after the other. */
export type Block = readonly Statement[]

export type Statement =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly value: Expression }
  | { readonly kind: 'if'; readonly test: Expression; readonly whenTrue: Block; readonly otherwise: Block }
  | ForStatement
  | { readonly kind: 'set'; readonly target: Target; readonly value: Expression }
  /** `{% set x %}…{% endset %}`: what the block writes, through the filters. */
  | { readonly kind: 'set-block'; readonly target: Target; readonly body: Block; readonly filters: readonly Call[] }
  | { readonly kind: 'macro'; readonly name: string; readonly macro: MacroShape }
  /** The macro is what `caller()` runs. */
  | { readonly kind: 'call'; readonly call: Expression; readonly macro: MacroShape }
  | { readonly kind: 'filter'; readonly filters: readonly Call[]; readonly body: Block }
  | { readonly kind: 'with'; readonly variables: readonly (readonly [Target, Expression])[]; readonly body: Block }
  | { readonly kind: 'scope'; readonly body: Block }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }

export interface ForStatement {
  readonly kind: 'for'
  readonly target: Target
  readonly items: Expression
  readonly filter: Expression | null
  readonly recursive: boolean
  readonly body: Block
  readonly otherwise: Block
}

export interface MacroShape {
  /** In messages. */
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly body: Block
}

export interface Parameter {
  readonly name: string
  readonly fallback: Expression | null
}

/** What can be assigned to: a name, an attribute of a namespace, or several of them at once. */
export type Target =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'attribute-of'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'targets'; readonly targets: readonly Target[] }

export type Expression =
  | { readonly kind: 'constant'; readonly value: string | boolean | null }
  | { readonly kind: 'number'; readonly value: number; readonly float: boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'sign'; readonly sign: 1 | -1; readonly operand: Expression }
  | {
      readonly kind: 'logical'
      readonly operator: 'and' | 'or'
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'arithmetic'
      readonly operator: Arithmetic
      readonly left: Expression
      readonly right: Expression
    }
  /** `a < b <= c` holds when each neighbour does. */
  | { readonly kind: 'compare'; readonly first: Expression; readonly rest: readonly Comparison[] }
  | { readonly kind: 'concat'; readonly parts: readonly Expression[] }
  | {
      readonly kind: 'conditional'
      readonly test: Expression
      readonly whenTrue: Expression
      readonly otherwise: Expression | null
    }
  | { readonly kind: 'attribute'; readonly object: Expression; readonly name: string }
  | { readonly kind: 'item'; readonly object: Expression; readonly key: Expression }
  | { readonly kind: 'slice'; readonly object: Expression; readonly bounds: readonly (Expression | null)[] }
  | { readonly kind: 'call'; readonly callee: Expression; readonly arguments: CallArguments }
  | { readonly kind: 'filter'; readonly operand: Expression; readonly filter: Call }
  | { readonly kind: 'test'; readonly operand: Expression; readonly test: Call }

export type Arithmetic = '+' | '-' | '*' | '/' | '//' | '%' | '**'
export type Comparator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in'

export interface Comparison {
  readonly operator: Comparator
  readonly right: Expression
}

/** A filter or a test by name. */
export interface Call {
  readonly name: string
  readonly arguments: CallArguments
}

export interface CallArguments {
  readonly positional: readonly Expression[]
  readonly named: readonly (readonly [string, Expression])[]
  /** `*list` and `**dict`. */
  readonly spread: Expression | null
  readonly spreadNamed: Expression | null
}

export const NO_ARGUMENTS: CallArguments = { positional: [], named: [], spread: null, spreadNamed: null }
