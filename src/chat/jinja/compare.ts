import { JinjaError } from './errors.ts'
import type { Comparator } from './syntax.ts'
import { type Dict, entry, itemsOf, numberOf, typeName, Undefined, type Value } from './value.ts'

/** Python's comparison operators. */
export function compare(left: Value, operator: Comparator, right: Value): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right)
    case '!=':
      return !isEqual(left, right)
    case 'in':
      return contains(right, left)
    case 'not in':
      return !contains(right, left)
    case '<':
      return order(left, right, operator) < 0
    case '<=':
      return order(left, right, operator) <= 0
    case '>':
      return order(left, right, operator) > 0
    case '>=':
      return order(left, right, operator) >= 0
  }
}

/** By value, at any depth. */
export function isEqual(a: Value, b: Value): boolean {
  const numbers = [numberOf(a), numberOf(b)]
  if (numbers[0] !== undefined && numbers[1] !== undefined) return numbers[0] === numbers[1]
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.constructor === b.constructor && a.length === b.length && a.every((item, at) => isEqualAt(item, b, at))
  }
  if (a instanceof Map && b instanceof Map) return a.size === b.size && [...a].every((pair) => hasEntry(b, pair))
  return a === b || (a instanceof Undefined && b instanceof Undefined)
}

function isEqualAt(item: Value, list: readonly Value[], at: number): boolean {
  const other = list[at]
  return other !== undefined && isEqual(item, other)
}

function hasEntry(dict: Dict, [key, value]: readonly [Value, Value]): boolean {
  const other = entry(dict, key)
  return other !== undefined && isEqual(value, other)
}

export function contains(container: Value, item: Value): boolean {
  if (typeof container === 'string') {
    if (typeof item === 'string') return container.includes(item)
    throw new JinjaError(`'in <string>' requires string as left operand, not ${typeName(item)}`)
  }
  if (container instanceof Map) return entry(container, item) !== undefined
  if (Array.isArray(container) || container instanceof Undefined) {
    return itemsOf(container).some((each) => isEqual(each, item))
  }
  throw new JinjaError(`argument of type '${typeName(container)}' is not iterable`)
}

/** Below, at or above 0, as `a` sorts before, with or after `b`. Throws for what can't be ordered. */
export function order(a: Value, b: Value, operator = '<'): number {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== undefined && y !== undefined) return x - y
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : a < b ? -1 : 1
  if (Array.isArray(a) && Array.isArray(b)) return orderOfLists(a, b, operator)
  if (a instanceof Undefined) return a.complain()
  if (b instanceof Undefined) return b.complain()
  throw new JinjaError(`'${operator}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`)
}

function orderOfLists(a: readonly Value[], b: readonly Value[], operator: string): number {
  for (const [at, item] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    if (!isEqual(item, other)) return order(item, other, operator)
  }
  return a.length - b.length
}
