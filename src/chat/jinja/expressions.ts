import type { Arithmetic, Call, CallArguments, Comparator, Comparison, Expression } from './syntax.ts'
import { NO_ARGUMENTS } from './syntax.ts'
import type { TokenStream } from './token-stream.ts'

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
])

const COMPARATORS: readonly Comparator[] = ['==', '!=', '<=', '>=', '<', '>', 'in']

/** An expression; with commas, a tuple. */
export function parseTuple(
  tokens: TokenStream,
  parse: (tokens: TokenStream) => Expression = parseExpression,
): Expression {
  const first = parse(tokens)
  if (!tokens.is(',')) return first
  const items = [first]
  while (tokens.skip(',')) {
    if (endsTuple(tokens)) break
    items.push(parse(tokens))
  }
  return { kind: 'tuple', items }
}

function endsTuple(tokens: TokenStream): boolean {
  return tokens.next?.kind === 'end' || tokens.next?.kind === 'close' || ['=', ')', 'in'].some((end) => tokens.is(end))
}

export function parseExpression(tokens: TokenStream): Expression {
  let value = parseUnconditional(tokens)
  while (tokens.skip('if')) {
    const test = parseUnconditional(tokens)
    const otherwise = tokens.skip('else') ? parseExpression(tokens) : null
    value = { kind: 'conditional', test, whenTrue: value, otherwise }
  }
  return value
}

/** One without `… if … else …`, as the items of a `for` are. */
export function parseUnconditional(tokens: TokenStream): Expression {
  let left = parseAnd(tokens)
  while (tokens.skip('or')) left = { kind: 'logical', operator: 'or', left, right: parseAnd(tokens) }
  return left
}

function parseAnd(tokens: TokenStream): Expression {
  let left = parseNot(tokens)
  while (tokens.skip('and')) left = { kind: 'logical', operator: 'and', left, right: parseNot(tokens) }
  return left
}

function parseNot(tokens: TokenStream): Expression {
  return tokens.skip('not') ? { kind: 'not', operand: parseNot(tokens) } : parseComparison(tokens)
}

function parseComparison(tokens: TokenStream): Expression {
  const first = parseSum(tokens)
  const rest: Comparison[] = []
  for (let operator = comparator(tokens); operator; operator = comparator(tokens)) {
    rest.push({ operator, right: parseSum(tokens) })
  }
  return rest.length === 0 ? first : { kind: 'compare', first, rest }
}

function comparator(tokens: TokenStream): Comparator | undefined {
  if (tokens.is('not') && tokens.is('in', 1)) {
    tokens.take()
    tokens.take()
    return 'not in'
  }
  return COMPARATORS.find((operator) => tokens.skip(operator))
}

const parseSum = leftToRight(['+', '-'], parseConcat)
const parseProduct = leftToRight(
  ['*', '//', '/', '%'],
  leftToRight(['**'], (tokens) => parseUnary(tokens)),
)

function parseConcat(tokens: TokenStream): Expression {
  const parts = [parseProduct(tokens)]
  while (tokens.skip('~')) parts.push(parseProduct(tokens))
  const [only] = parts
  return only && parts.length === 1 ? only : { kind: 'concat', parts }
}

function leftToRight(operators: readonly Arithmetic[], operand: (tokens: TokenStream) => Expression) {
  return (tokens: TokenStream): Expression => {
    let left = operand(tokens)
    const operator = () => operators.find((each) => tokens.skip(each))
    for (let next = operator(); next; next = operator()) {
      left = { kind: 'arithmetic', operator: next, left, right: operand(tokens) }
    }
    return left
  }
}

/** A sign binds tighter than a filter: `-1 | abs` is 1. */
function parseUnary(tokens: TokenStream, withFilters = true): Expression {
  const sign = tokens.skip('-') ? -1 : tokens.skip('+') ? 1 : null
  const start: Expression =
    sign === null ? parsePrimary(tokens) : { kind: 'sign', sign, operand: parseUnary(tokens, false) }
  const value = parsePostfix(tokens, start)
  return withFilters ? parseFilters(tokens, value) : value
}

function parsePrimary(tokens: TokenStream): Expression {
  if (tokens.skip('(')) return parseParentheses(tokens)
  if (tokens.skip('[')) return { kind: 'list', items: parseItems(tokens, ']', parseExpression) }
  if (tokens.skip('{')) return { kind: 'dict', entries: parseItems(tokens, '}', parseEntry) }
  if (!['name', 'string', 'integer', 'float'].includes(tokens.next?.kind ?? '')) {
    throw tokens.unexpected('an expression')
  }
  const token = tokens.take()
  switch (token.kind) {
    case 'name': {
      const constant = CONSTANTS.get(token.value)
      return constant === undefined ? { kind: 'name', name: token.value } : { kind: 'constant', value: constant }
    }
    case 'string': {
      let value = token.value
      while (tokens.next?.kind === 'string') value += tokens.take().value
      return { kind: 'constant', value }
    }
    default:
      return { kind: 'number', value: Number(token.value.replaceAll('_', '')), float: token.kind === 'float' }
  }
}

function parseParentheses(tokens: TokenStream): Expression {
  if (tokens.skip(')')) return { kind: 'tuple', items: [] }
  const value = parseTuple(tokens)
  tokens.expect(')')
  return value
}

function parseEntry(tokens: TokenStream): readonly [Expression, Expression] {
  const key = parseExpression(tokens)
  tokens.expect(':')
  return [key, parseExpression(tokens)]
}

function parseItems<Item>(tokens: TokenStream, end: string, parse: (tokens: TokenStream) => Item): Item[] {
  const items: Item[] = []
  while (!tokens.skip(end)) {
    if (items.length > 0) {
      tokens.expect(',')
      if (tokens.skip(end)) break
    }
    items.push(parse(tokens))
  }
  return items
}

/** Attributes, items and calls. */
function parsePostfix(tokens: TokenStream, start: Expression): Expression {
  let value = start
  while (true) {
    if (tokens.skip('.')) {
      const token = tokens.take()
      if (token.kind === 'name') value = { kind: 'attribute', object: value, name: token.value }
      else if (token.kind === 'integer') {
        value = { kind: 'item', object: value, key: { kind: 'number', value: Number(token.value), float: false } }
      } else throw tokens.unexpected('a name after `.`')
    } else if (tokens.skip('[')) value = parseSubscript(tokens, value)
    else if (tokens.is('(')) value = { kind: 'call', callee: value, arguments: parseArguments(tokens) }
    else return value
  }
}

function parseSubscript(tokens: TokenStream, object: Expression): Expression {
  const bounds: (Expression | null)[] = []
  let colons = 0
  while (!tokens.skip(']')) {
    if (tokens.skip(':')) {
      colons++
      if (bounds.length < colons) bounds.push(null)
    } else bounds.push(parseTuple(tokens))
  }
  if (colons > 0) return { kind: 'slice', object, bounds }
  const [key] = bounds
  if (!key) throw tokens.unexpected('an index')
  return { kind: 'item', object, key }
}

function parseFilters(tokens: TokenStream, operand: Expression): Expression {
  let value = operand
  while (true) {
    if (tokens.skip('|')) value = { kind: 'filter', operand: value, filter: parseCall(tokens) }
    else if (tokens.skip('is')) value = parseTest(tokens, value)
    else if (tokens.is('(')) value = { kind: 'call', callee: value, arguments: parseArguments(tokens) }
    else return value
  }
}

/** Filters one after the other, the first without its bar: `{% filter trim | upper %}`. */
export function parseFilterNames(tokens: TokenStream): Call[] {
  const filters = [parseCall(tokens)]
  while (tokens.skip('|')) filters.push(parseCall(tokens))
  return filters
}

function parseCall(tokens: TokenStream): Call {
  const { value } = tokens.expectKind('name', 'a filter')
  return { name: value, arguments: tokens.is('(') ? parseArguments(tokens) : NO_ARGUMENTS }
}

/** A test's only argument may come without parentheses: `is divisibleby 3`. */
function parseTest(tokens: TokenStream, operand: Expression): Expression {
  const negated = tokens.skip('not')
  const { value: name } = tokens.expectKind('name', 'a test')
  const test: Call = { name, arguments: parseTestArguments(tokens) }
  const value: Expression = { kind: 'test', operand, test }
  return negated ? { kind: 'not', operand: value } : value
}

function parseTestArguments(tokens: TokenStream): CallArguments {
  if (tokens.is('(')) return parseArguments(tokens)
  const kind = tokens.next?.kind
  const begins = kind === 'string' || kind === 'integer' || kind === 'float' || tokens.is('[') || tokens.is('{')
  const isWord = kind === 'name' && !['else', 'or', 'and', 'is', 'if', 'not', 'in'].some((word) => tokens.is(word))
  if (!begins && !isWord) return NO_ARGUMENTS
  return { ...NO_ARGUMENTS, positional: [parsePostfix(tokens, parsePrimary(tokens))] }
}

export function parseArguments(tokens: TokenStream): CallArguments {
  tokens.expect('(')
  const positional: Expression[] = []
  const named: [string, Expression][] = []
  let spread: Expression | null = null
  let spreadNamed: Expression | null = null
  let first = true
  while (!tokens.skip(')')) {
    if (!first) {
      tokens.expect(',')
      if (tokens.skip(')')) break
    }
    first = false
    if (tokens.skip('**')) spreadNamed = parseExpression(tokens)
    else if (tokens.skip('*')) spread = parseExpression(tokens)
    else if (tokens.next?.kind === 'name' && tokens.is('=', 1)) {
      const { value } = tokens.take()
      tokens.expect('=')
      named.push([value, parseExpression(tokens)])
    } else positional.push(parseExpression(tokens))
  }
  return { positional, named, spread, spreadNamed }
}
