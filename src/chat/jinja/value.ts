import { JinjaError } from './errors.ts'
import type { Loop } from './loop.ts'

/**
 * A value of a template, as Python sees it. Numbers are integers when they are whole; a whole `float` is a `Float`, and
 * an integer too large for a number a `bigint`.
 * Dictionaries are maps, so that keys need not be text and keep their order.
 */
export type Value =
  | Undefined
  | null
  | boolean
  | number
  | bigint
  | Float
  | string
  | Value[]
  | Dict
  | Namespace
  | Loop
  | Callable

export type Dict = Map<Value, Value>

export type Callable = (call: Arguments) => Value

/** What a function, filter, test or macro is called with. */
export interface Arguments {
  readonly positional: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
}

/** `value | name(arguments)`. */
export type Filter = (value: Value, call: Arguments) => Value

/** What isn't there. Prints nothing and is false and empty; whoever wants more of it is told what is missing. */
export class Undefined {
  readonly #what: () => string

  /** `what` is missing, in Python's words; hardly ever asked for. */
  constructor(what: string | (() => string)) {
    this.#what = typeof what === 'string' ? () => what : what
  }

  /** Throws, saying what is missing. */
  complain(): never {
    throw new JinjaError(this.#what())
  }
}

/** A whole number that Python holds as `float` and prints with `.0`. */
export class Float {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** An immutable list, printed in parentheses. */
export class Tuple extends Array<Value> {}

/** `namespace()`: attributes that can be assigned from inner scopes. */
export class Namespace {
  readonly attributes: Map<string, Value>

  constructor(attributes: Map<string, Value>) {
    this.attributes = attributes
  }
}

export function tuple(...items: readonly Value[]): Tuple {
  return Tuple.from(items) as Tuple
}

export function float(value: number): number | Float {
  return Number.isInteger(value) ? new Float(value) : value
}

/** A JSON value, in which numbers may be `Float` or `bigint` too; what JSON doesn't know is undefined. */
export function fromJson(json: unknown): Value {
  if (json === null || typeof json === 'boolean' || typeof json === 'number' || typeof json === 'string') return json
  if (json instanceof Float || typeof json === 'bigint') return json
  if (Array.isArray(json)) return json.map(fromJson)
  if (typeof json === 'object') return new Map(Object.entries(json).map(([key, value]) => [key, fromJson(value)]))
  return new Undefined('a value is undefined')
}

/** Python's truth: what is empty or zero is false. */
export function isTrue(value: Value): boolean {
  if (value instanceof Undefined) return false
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof Map) return value.size > 0
  if (value instanceof Float) return value.value !== 0
  return Boolean(value)
}

/** The number of a number; booleans are numbers too. */
export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value)
  return value instanceof Float ? value.value : undefined
}

export function isFloat(value: Value): boolean {
  return value instanceof Float || (typeof value === 'number' && !Number.isInteger(value))
}

/** Its characters, which in Python are code points. */
export function characters(text: string): string[] {
  return Array.from(text)
}

/** What a loop over it would see. Throws for what can't be looped over. */
export function itemsOf(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value
  if (value instanceof Map) return [...value.keys()]
  if (typeof value === 'string') return characters(value)
  if (value instanceof Undefined) return []
  throw new JinjaError(`'${typeName(value)}' object is not iterable`)
}

/** The value unless it is absent. Python's None is a value, so `??` won't do. */
export function given<Other extends Value | undefined>(value: Value | undefined, otherwise: Other): Value | Other {
  return value === undefined ? otherwise : value
}

/** The entry with an equal key; maps compare texts and numbers by themselves. */
export function entry(dict: Dict, key: Value): Value | undefined {
  return dict.get(key instanceof Float ? key.value : key)
}

/** Python's name of its type. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType'
  if (value instanceof Undefined) return 'Undefined'
  if (value instanceof Tuple) return 'tuple'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Map) return 'dict'
  if (value instanceof Namespace) return 'Namespace'
  if (isFloat(value)) return 'float'
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'number':
    case 'bigint':
      return 'int'
    case 'string':
      return 'str'
    default:
      return 'function'
  }
}

/**
 * A call's arguments by their parameters' names, in order; `undefined` for those not given. Throws when there are too
 * many or unknown ones.
 */
export function bind(call: Arguments, names: readonly string[], what: string): readonly (Value | undefined)[] {
  if (call.positional.length > names.length) {
    throw new JinjaError(`${what} takes ${names.length} arguments but ${call.positional.length} were given`)
  }
  const unknown = [...call.named.keys()].find((name) => !names.includes(name))
  if (unknown !== undefined) throw new JinjaError(`${what} got an unexpected keyword argument '${unknown}'`)
  return names.map((name, index) => given(call.positional[index], call.named.get(name)))
}
