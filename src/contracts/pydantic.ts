import type { Flaw } from '../core/errors.ts'

/** Pydantic's names of types, in its names of flaws. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  int: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list',
  object: 'dict',
}

/** The three keys of FastAPI's that say nothing of the value itself. */
export function pydanticError(flaw: Flaw): {
  readonly type: string
  readonly loc: readonly PropertyKey[]
  msg: string
} {
  return { type: typeOf(flaw), loc: flaw.path, msg: messageOf(flaw) }
}

function typeOf({ kind, of }: Flaw): string {
  switch (kind) {
    case 'missing':
      return 'missing'
    case 'wrong_type':
      return `${TYPES[of] ?? 'model'}_type`
    case 'too_small':
      return limitType(of, 'greater_than_equal', 'too_short')
    case 'too_big':
      return limitType(of, 'less_than_equal', 'too_long')
    case 'no_choice':
      return 'literal_error'
    case 'no_match':
      return 'string_pattern_mismatch'
    case 'other':
      return 'value_error'
  }
}

function limitType(of: string, number: string, length: string): string {
  if (of === 'string') return `string_${length}`
  return of === 'array' || of === 'object' ? length : number
}

function messageOf({ kind, message }: Flaw): string {
  if (kind === 'missing') return 'Field required'
  return kind === 'other' ? `Value error, ${message}` : `Input ${message.replace(/^must/, 'should')}`
}
