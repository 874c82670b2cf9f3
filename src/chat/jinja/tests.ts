import { compare, contains } from './compare.ts'
import { JinjaError } from './errors.ts'
import type { Comparator } from './syntax.ts'
import { Float, isFloat, numberOf, typeName, Undefined, type Value } from './value.ts'

/** `value is name(argument)`. */
export type Test = (value: Value, argument: Value) => boolean

const comparison =
  (operator: Comparator): Test =>
  (value, argument) =>
    compare(value, operator, argument)

const isInteger = (value: Value) => typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
const isIterable = (value: Value) =>
  Array.isArray(value) || value instanceof Map || typeof value === 'string' || value instanceof Undefined

/** Jinja's tests by name. */
const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', (value) => !(value instanceof Undefined)],
  ['undefined', (value) => value instanceof Undefined],
  ['none', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['integer', isInteger],
  ['float', isFloat],
  ['number', (value) => numberOf(value) !== undefined],
  ['string', (value) => typeof value === 'string'],
  ['mapping', (value) => value instanceof Map],
  ['sequence', isIterable],
  ['iterable', isIterable],
  ['callable', (value) => typeof value === 'function'],
  ['sameas', (value, argument) => value === argument || bothFloat(value, argument)],
  ['odd', (value) => Math.abs(whole(value) % 2) === 1],
  ['even', (value) => whole(value) % 2 === 0],
  ['divisibleby', (value, argument) => whole(value) % whole(argument) === 0],
  ['lower', (value) => typeof value === 'string' && value !== value.toUpperCase() && value === value.toLowerCase()],
  ['upper', (value) => typeof value === 'string' && value !== value.toLowerCase() && value === value.toUpperCase()],
  ['in', (value, argument) => contains(argument, value)],
  ...(['eq', 'equalto', '=='] as const).map((name) => [name, comparison('==')] as const),
  ...(['ne', '!='] as const).map((name) => [name, comparison('!=')] as const),
  ...(['lt', 'lessthan', '<'] as const).map((name) => [name, comparison('<')] as const),
  ...(['le', '<='] as const).map((name) => [name, comparison('<=')] as const),
  ...(['gt', 'greaterthan', '>'] as const).map((name) => [name, comparison('>')] as const),
  ...(['ge', '>='] as const).map((name) => [name, comparison('>=')] as const),
])

export function testNamed(name: string): Test {
  const test = TESTS.get(name)
  if (!test) throw new JinjaError(`there is no test named '${name}'`)
  return test
}

function whole(value: Value): number {
  const number = numberOf(value)
  if (number === undefined) throw new JinjaError(`a number is needed, not ${typeName(value)}`)
  return number
}

function bothFloat(a: Value, b: Value): boolean {
  return a instanceof Float && b instanceof Float && a.value === b.value
}
