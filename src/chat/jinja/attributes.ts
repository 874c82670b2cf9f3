import { append } from '../../core/append.ts'
import { isEqual } from './compare.ts'
import { JinjaError } from './errors.ts'
import { Loop } from './loop.ts'
import { STRING_METHODS } from './string-methods.ts'
import { repr } from './text.ts'
import {
  type Arguments,
  bind,
  type Callable,
  characters,
  type Dict,
  entry,
  given,
  itemsOf,
  Namespace,
  numberOf,
  Tuple,
  tuple,
  typeName,
  Undefined,
  type Value,
} from './value.ts'

/** `object.name`: a method or attribute, else the entry of that key. */
export function attribute(object: Value, name: string): Value {
  if (object instanceof Undefined) return object.complain()
  const own = given(ownAttribute(object, name), itemOf(object, name))
  return own === undefined ? missing(object, () => `has no attribute ${repr(name)}`) : own
}

/** `object[key]`: the entry, else an attribute of that name. */
export function item(object: Value, key: Value): Value {
  if (object instanceof Undefined) return object.complain()
  const own = given(itemOf(object, key), typeof key === 'string' ? ownAttribute(object, key) : undefined)
  const kind = typeof key === 'string' ? 'attribute' : 'element'
  return own === undefined ? missing(object, () => `has no ${kind} ${repr(key)}`) : own
}

/** `object[start:stop:step]`, of a text or list. */
export function slice(object: Value, bounds: readonly (Value | null)[]): Value {
  if (object instanceof Undefined) return object.complain()
  if (typeof object !== 'string' && !Array.isArray(object)) {
    return missing(object, () => 'has no elements')
  }
  const items: readonly Value[] = itemsOf(object)
  const chosen = indices(items.length, bounds).map((index) => items[index] ?? null)
  if (typeof object === 'string') return chosen.join('')
  return object instanceof Tuple ? tuple(...chosen) : chosen
}

function indices(length: number, bounds: readonly (Value | null)[]): number[] {
  const [start, stop, step = 1] = bounds.map(bound)
  if (step === 0) throw new JinjaError('slice step cannot be zero')
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1]
  const within = (value: number | undefined, absent: number): number =>
    value === undefined ? absent : Math.min(Math.max(value < 0 ? value + length : value, low), high)
  const [from, to] = [within(start, step > 0 ? low : high), within(stop, step > 0 ? high : low)]
  const count = Math.max(0, Math.ceil((to - from) / step))
  return Array.from({ length: count }, (_, at) => from + at * step)
}

function bound(value: Value | null): number | undefined {
  if (value === null) return undefined
  const number = numberOf(value)
  if (number === undefined) throw new JinjaError('slice indices must be integers or None')
  return number
}

function itemOf(object: Value, key: Value): Value | undefined {
  if (object instanceof Map) return entry(object, key)
  const at = numberOf(key)
  if (at === undefined) return undefined
  if (Array.isArray(object)) return object.at(at)
  return typeof object === 'string' ? characters(object).at(at) : undefined
}

function ownAttribute(object: Value, name: string): Value | undefined {
  if (object instanceof Namespace) return object.attributes.get(name)
  if (object instanceof Loop) return object.attribute(name)
  if (typeof object === 'string') return bindMethod(STRING_METHODS.get(name), object)
  if (object instanceof Map) return bindMethod(DICT_METHODS.get(name), object)
  if (Array.isArray(object)) return bindMethod(LIST_METHODS.get(name), object)
  return undefined
}

function bindMethod<Self>(
  method: ((self: Self, call: Arguments) => Value) | undefined,
  self: Self,
): Callable | undefined {
  return method && ((call) => method(self, call))
}

const DICT_METHODS: ReadonlyMap<string, (dict: Dict, call: Arguments) => Value> = new Map([
  ['items', (dict: Dict) => Array.from(dict, (pair) => tuple(...pair))],
  ['keys', (dict: Dict) => [...dict.keys()]],
  ['values', (dict: Dict) => [...dict.values()]],
  ['copy', (dict: Dict) => new Map(dict)],
  [
    'get',
    (dict: Dict, call: Arguments) => {
      const [key = null, fallback = null] = bind(call, ['key', 'default'], 'get()')
      return given(entry(dict, key), fallback)
    },
  ],
  ['pop', (dict: Dict, call: Arguments) => popEntry(dict, call)],
  ['setdefault', (dict: Dict, call: Arguments) => setDefault(dict, call)],
  ['update', (dict: Dict, call: Arguments) => update(dict, call)],
])

/** Those that change the list are refused by transformers' sandbox; published templates use them all the same. */
const LIST_METHODS: ReadonlyMap<string, (list: Value[], call: Arguments) => Value> = new Map([
  ['append', (list: Value[], call: Arguments) => changed(list, () => list.push(first(call)))],
  ['extend', (list: Value[], call: Arguments) => changed(list, () => append(list, itemsOf(first(call))))],
  [
    'insert',
    (list: Value[], call: Arguments) =>
      changed(list, () => list.splice(numberOf(first(call)) ?? 0, 0, call.positional[1] ?? null)),
  ],
  ['reverse', (list: Value[]) => changed(list, () => list.reverse())],
  ['copy', (list: Value[]) => [...list]],
  ['count', (list: Value[], call: Arguments) => list.filter((each) => isEqual(each, first(call))).length],
  ['index', (list: Value[], call: Arguments) => indexOf(list, first(call))],
  ['pop', (list: Value[], call: Arguments) => popItem(list, call)],
])

function first(call: Arguments): Value {
  const [value] = call.positional
  if (value === undefined) throw new JinjaError('an argument is missing')
  return value
}

function changed(list: Value[], change: () => unknown): null {
  if (list instanceof Tuple) throw new JinjaError("'tuple' object cannot be changed")
  change()
  return null
}

function indexOf(list: readonly Value[], value: Value): number {
  const at = list.findIndex((each) => isEqual(each, value))
  if (at === -1) throw new JinjaError(`${repr(value)} is not in list`)
  return at
}

function popItem(list: Value[], call: Arguments): Value {
  const at = numberOf(call.positional[0] ?? -1) ?? -1
  const [value] = list.splice(at, 1)
  if (value === undefined) throw new JinjaError('pop index out of range')
  return value
}

function popEntry(dict: Dict, call: Arguments): Value {
  const [key = null, fallback] = bind(call, ['key', 'default'], 'pop()')
  const value = given(entry(dict, key), fallback)
  if (value === undefined) throw new JinjaError(`there is no key ${repr(key)}`)
  dict.delete(key)
  return value
}

function setDefault(dict: Dict, call: Arguments): Value {
  const [key = null, fallback = null] = bind(call, ['key', 'default'], 'setdefault()')
  if (entry(dict, key) === undefined) dict.set(key, fallback)
  return entry(dict, key) ?? null
}

function update(dict: Dict, call: Arguments): null {
  const [other] = call.positional
  if (other instanceof Map) for (const [key, value] of other) dict.set(key, value)
  for (const [key, value] of call.named) dict.set(key, value)
  return null
}

function missing(object: Value, how: () => string): Undefined {
  return new Undefined(() => `${object === null ? "'None'" : `'${typeName(object)} object'`} ${how()}`)
}
