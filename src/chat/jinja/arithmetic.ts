import { JinjaError } from './errors.ts'
import { formatPercent } from './format.ts'
import { isTooLarge } from './limits.ts'
import type { Arithmetic } from './syntax.ts'
import { float, isFloat, numberOf, Tuple, tuple, typeName, Undefined, type Value } from './value.ts'

/** Python's arithmetic: on numbers, and `+`, `*` and `%` on texts and lists. */
export function calculate(left: Value, operator: Arithmetic, right: Value): Value {
  if (left instanceof Undefined) return left.complain()
  if (right instanceof Undefined && typeof left !== 'string') return right.complain()
  const [a, b] = [numberOf(left), numberOf(right)]
  if (a !== undefined && b !== undefined) {
    const result = onNumbers(a, operator, b)
    return operator === '/' || isFloat(left) || isFloat(right) || (operator === '**' && b < 0) ? float(result) : result
  }
  if (operator === '%' && typeof left === 'string') return formatPercent(left, right)
  if (right instanceof Undefined) return right.complain()
  const joined = operator === '+' ? concatenated(left, right) : undefined
  const repeated = operator === '*' ? (times(left, b) ?? times(right, a)) : undefined
  const result = joined ?? repeated
  if (result !== undefined) return result
  throw new JinjaError(mismatch(left, operator, right))
}

function onNumbers(a: number, operator: Arithmetic, b: number): number {
  if (b === 0 && (operator === '/' || operator === '//' || operator === '%')) {
    throw new JinjaError(operator === '/' ? 'division by zero' : 'integer division or modulo by zero')
  }
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    case '//':
      return Math.floor(a / b)
    case '%':
      // The result has the divisor's sign.
      return ((a % b) + b) % b
    case '**':
      return a ** b
  }
}

function concatenated(left: Value, right: Value): Value | undefined {
  if (typeof left === 'string' && typeof right === 'string') return left + right
  if (left instanceof Tuple && right instanceof Tuple) return tuple(...left, ...right)
  if (left instanceof Tuple || right instanceof Tuple) return undefined
  return Array.isArray(left) && Array.isArray(right) ? [...left, ...right] : undefined
}

function times(value: Value, count: number | undefined): Value | undefined {
  if (count === undefined || !Number.isInteger(count)) return undefined
  const copies = Math.max(0, count)
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined
  if (isTooLarge(value.length * copies)) throw new JinjaError('a repeated value is too large')
  if (typeof value === 'string') return value.repeat(copies)
  const repeated = Array.from({ length: copies }, () => value).flat(1)
  return value instanceof Tuple ? tuple(...repeated) : repeated
}

function mismatch(left: Value, operator: Arithmetic, right: Value): string {
  if (operator === '+' && typeof left === 'string') {
    return `can only concatenate str (not "${typeName(right)}") to str`
  }
  return `unsupported operand type(s) for ${operator}: '${typeName(left)}' and '${typeName(right)}'`
}
