import { attribute, item } from './attributes.ts'
import { isEqual, order } from './compare.ts'
import { JinjaError } from './errors.ts'
import { needNumber } from './text-filters.ts'
import {
  type Arguments,
  bind,
  characters,
  type Filter,
  given,
  isTrue,
  itemsOf,
  Namespace,
  type Tuple,
  tuple,
  typeName,
  Undefined,
  type Value,
} from './value.ts'

/** Filters over lists, dictionaries and texts as a whole. */
export const LIST_FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['list', (value) => [...itemsOf(value)]],
  ['length', length],
  ['count', length],
  ['first', (value) => given(itemsOf(value)[0], new Undefined('No first item, sequence was empty.'))],
  ['last', (value) => given(itemsOf(value).at(-1), new Undefined('No last item, sequence was empty.'))],
  [
    'reverse',
    (value) => (typeof value === 'string' ? characters(value).reverse().join('') : itemsOf(value).toReversed()),
  ],
  ['sort', sort],
  ['dictsort', dictSort],
  ['unique', unique],
  ['min', (value, call) => extreme(value, call, -1)],
  ['max', (value, call) => extreme(value, call, 1)],
  ['sum', sum],
  ['items', (value) => (value instanceof Map ? Array.from(value, (pair) => tuple(...pair)) : [])],
  ['batch', batch],
  ['slice', slices],
  ['groupby', groupBy],
  [
    'attr',
    (value, call) =>
      value instanceof Namespace ? attribute(value, String(call.positional[0])) : new Undefined('no such attribute'),
  ],
])

function length(value: Value): number {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') {
    throw new JinjaError(`object of type '${typeName(value)}' has no len()`)
  }
  return itemsOf(value).length
}

/** What sorting looks at: the item, or an attribute of it; letters in either case alike, unless asked otherwise. */
export function keyOf(name: Value | undefined, caseSensitive: boolean): (value: Value) => Value {
  return (value) => {
    const key = name === undefined || name === null ? value : path(value, name)
    return caseSensitive || typeof key !== 'string' ? key : key.toLowerCase()
  }
}

/** `a.b.0`: an attribute of an attribute. */
export function path(value: Value, name: Value): Value {
  if (typeof name !== 'string') return item(value, name)
  return name.split('.').reduce((at, part) => item(at, /^\d+$/.test(part) ? Number(part) : part), value)
}

function sort(value: Value, call: Arguments): Value[] {
  const [reverse = false, caseSensitive = false, name] = bind(
    call,
    ['reverse', 'case_sensitive', 'attribute'],
    'sort()',
  )
  const key = keyOf(name, isTrue(caseSensitive))
  const sign = isTrue(reverse) ? -1 : 1
  return itemsOf(value).toSorted((a, b) => sign * order(key(a), key(b)))
}

function dictSort(value: Value, call: Arguments): Value[] {
  const [caseSensitive = false, by = 'key', reverse = false] = bind(
    call,
    ['case_sensitive', 'by', 'reverse'],
    'dictsort()',
  )
  if (!(value instanceof Map)) throw new JinjaError(`dictsort needs a dict, not ${typeName(value)}`)
  const key = keyOf(by === 'value' ? 1 : 0, isTrue(caseSensitive))
  const sign = isTrue(reverse) ? -1 : 1
  return Array.from(value, (pair): Value => tuple(...pair)).sort((a, b) => sign * order(key(a), key(b)))
}

function unique(value: Value, call: Arguments): Value[] {
  const [caseSensitive = false, name] = bind(call, ['case_sensitive', 'attribute'], 'unique()')
  const key = keyOf(name, isTrue(caseSensitive))
  const seen: Value[] = []
  return [...itemsOf(value)].filter((each) => {
    const known = seen.some((other) => isEqual(other, key(each)))
    if (!known) seen.push(key(each))
    return !known
  })
}

function extreme(value: Value, call: Arguments, sign: 1 | -1): Value {
  const [caseSensitive = false, name] = bind(call, ['case_sensitive', 'attribute'], sign === 1 ? 'max()' : 'min()')
  const key = keyOf(name, isTrue(caseSensitive))
  const items = itemsOf(value)
  const [first = new Undefined('No aggregated item, sequence was empty.'), ...rest] = items
  return rest.reduce((best, each) => (sign * order(key(each), key(best)) > 0 ? each : best), first)
}

function sum(value: Value, call: Arguments): Value {
  const [name, start = 0] = bind(call, ['attribute', 'start'], 'sum()')
  const key = keyOf(name, true)
  return itemsOf(value).reduce<number>((total, each) => total + needNumber(key(each)), needNumber(start))
}

function batch(value: Value, call: Arguments): Value[] {
  const [size = 1, fill] = bind(call, ['linecount', 'fill_with'], 'batch()')
  const width = Math.max(1, needNumber(size))
  const items = [...itemsOf(value)]
  return Array.from({ length: Math.ceil(items.length / width) }, (_, row) => {
    const line = items.slice(row * width, (row + 1) * width)
    return fill === undefined ? line : [...line, ...Array<Value>(width - line.length).fill(fill)]
  })
}

function slices(value: Value, call: Arguments): Value[] {
  const [count = 1, fill] = bind(call, ['slices', 'fill_with'], 'slice()')
  const items = [...itemsOf(value)]
  const columns = Math.max(1, needNumber(count))
  const [size, longer] = [Math.floor(items.length / columns), items.length % columns]
  return Array.from({ length: columns }, (_, column) => {
    const start = column * size + Math.min(column, longer)
    const part = items.slice(start, start + size + (column < longer ? 1 : 0))
    return fill === undefined || column < longer || longer === 0 ? part : [...part, fill]
  })
}

function groupBy(value: Value, call: Arguments): Value[] {
  const [name = '', , caseSensitive = false] = bind(call, ['attribute', 'default', 'case_sensitive'], 'groupby()')
  const key = keyOf(name, isTrue(caseSensitive))
  const groups: Tuple[] = []
  for (const each of itemsOf(value).toSorted((a, b) => order(key(a), key(b)))) {
    const last = groups.at(-1)
    const [grouper, members] = last ?? []
    if (grouper !== undefined && Array.isArray(members) && isEqual(grouper, key(each))) members.push(each)
    else groups.push(tuple(key(each), [each]))
  }
  return groups
}
