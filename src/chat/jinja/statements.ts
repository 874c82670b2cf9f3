import { syntaxError } from './errors.ts'
import { parseArguments, parseExpression, parseFilterNames, parseTuple, parseUnconditional } from './expressions.ts'
import { tokenize } from './lexer.ts'
import type { Block, Call, Expression, MacroShape, Parameter, Statement, Target } from './syntax.ts'
import { TokenStream } from './token-stream.ts'

/** Parses a template. Throws a JinjaError that names the line. */
export function parse(source: string): Block {
  const tokens = new TokenStream(tokenize(source))
  const block = parseBlock(tokens, [])
  if (tokens.next) throw tokens.unexpected('text')
  return block
}

/** Statements up to, not including, one of these names. */
function parseBlock(tokens: TokenStream, ends: readonly string[]): Block {
  const line = tokens.lineBefore
  const block: Statement[] = []
  while (tokens.next) {
    if (tokens.isStatement(ends)) return block
    block.push(parsePiece(tokens))
  }
  if (ends.length > 0) throw syntaxError(line, `\`{% ${ends.at(-1)} %}\` is missing for what begins here.`)
  return block
}

function parsePiece(tokens: TokenStream): Statement {
  const token = tokens.take()
  if (token.kind === 'text') return { kind: 'text', text: token.value }
  if (token.kind === 'open') {
    const value = parseTuple(tokens)
    tokens.expectKind('close', '`}}`')
    return { kind: 'output', value }
  }
  const { value: name, line } = tokens.expectKind('name', 'a statement')
  const parseStatement = STATEMENTS[name]
  if (!parseStatement) throw syntaxError(line, `there is no statement \`${name}\` here.`)
  return parseStatement(tokens)
}

/** Each begins after its name. */
const STATEMENTS: Readonly<Record<string, (tokens: TokenStream) => Statement>> = {
  if: parseIf,
  for: parseFor,
  set: parseSet,
  macro: parseMacro,
  call: parseCallBlock,
  filter(tokens) {
    const filters = parseFilterNames(tokens)
    return { kind: 'filter', filters, body: parseBody(tokens, 'endfilter') }
  },
  with: parseWith,
  // Marks what the model wrote, for training; says nothing to rendering.
  generation: (tokens) => ({ kind: 'scope', body: parseBody(tokens, 'endgeneration') }),
  break: (tokens) => ended(tokens, { kind: 'break' }),
  continue: (tokens) => ended(tokens, { kind: 'continue' }),
}

function ended<Node>(tokens: TokenStream, node: Node): Node {
  tokens.expectKind('end', '`%}`')
  return node
}

/** `%} … {% end… %}`. */
function parseBody(tokens: TokenStream, end: string): Block {
  tokens.expectKind('end', '`%}`')
  const body = parseBlock(tokens, [end])
  closeBlock(tokens)
  return body
}

function closeBlock(tokens: TokenStream): void {
  tokens.take()
  const { value } = tokens.take()
  // Jinja allows `{% endmacro name %}`.
  if (value === 'endmacro' && tokens.next?.kind === 'name') tokens.take()
  tokens.expectKind('end', '`%}`')
}

function parseIf(tokens: TokenStream): Statement {
  const test = parseTuple(tokens, parseExpression)
  tokens.expectKind('end', '`%}`')
  const whenTrue = parseBlock(tokens, ['elif', 'else', 'endif'])
  if (tokens.isStatement(['elif'])) {
    tokens.take()
    tokens.take()
    return { kind: 'if', test, whenTrue, otherwise: [parseIf(tokens)] }
  }
  return { kind: 'if', test, whenTrue, otherwise: parseElse(tokens, 'endif') }
}

function parseElse(tokens: TokenStream, end: string): Block {
  if (!tokens.isStatement(['else'])) {
    closeBlock(tokens)
    return []
  }
  tokens.take()
  tokens.take()
  return parseBody(tokens, end)
}

function parseFor(tokens: TokenStream): Statement {
  const target = parseTarget(tokens)
  tokens.expect('in')
  const items = parseTuple(tokens, parseUnconditional)
  const filter = tokens.skip('if') ? parseExpression(tokens) : null
  const recursive = tokens.skip('recursive')
  tokens.expectKind('end', '`%}`')
  const body = parseBlock(tokens, ['else', 'endfor'])
  return { kind: 'for', target, items, filter, recursive, body, otherwise: parseElse(tokens, 'endfor') }
}

function parseSet(tokens: TokenStream): Statement {
  const target = parseTarget(tokens)
  if (tokens.skip('=')) return ended(tokens, { kind: 'set', target, value: parseTuple(tokens) })
  const filters: Call[] = tokens.skip('|') ? parseFilterNames(tokens) : []
  return { kind: 'set-block', target, filters, body: parseBody(tokens, 'endset') }
}

function parseTarget(tokens: TokenStream): Target {
  const first = parseOneTarget(tokens)
  if (!tokens.is(',')) return first
  const targets = [first]
  while (tokens.skip(',')) if (tokens.next?.kind === 'name' || tokens.is('(')) targets.push(parseOneTarget(tokens))
  return { kind: 'targets', targets }
}

function parseOneTarget(tokens: TokenStream): Target {
  if (tokens.skip('(')) {
    const target = parseTarget(tokens)
    tokens.expect(')')
    return target
  }
  const { value } = tokens.expectKind('name', 'a name')
  if (!tokens.skip('.')) return { kind: 'name', name: value }
  return { kind: 'attribute-of', namespace: value, name: tokens.expectKind('name', 'a name').value }
}

function parseMacro(tokens: TokenStream): Statement {
  const { value: name } = tokens.expectKind('name', 'a name')
  const parameters = parseParameters(tokens)
  return { kind: 'macro', name, macro: { name, parameters, body: parseBody(tokens, 'endmacro') } }
}

function parseCallBlock(tokens: TokenStream): Statement {
  const parameters = tokens.is('(') ? parseParameters(tokens) : []
  const call: Expression = parseExpression(tokens)
  const macro: MacroShape = { name: 'caller', parameters, body: parseBody(tokens, 'endcall') }
  return { kind: 'call', call, macro }
}

/** Written like a call's arguments, in which each is a name, perhaps with a default. */
function parseParameters(tokens: TokenStream): Parameter[] {
  const { line } = tokens
  const { positional, named, spread, spreadNamed } = parseArguments(tokens)
  if (spread ?? spreadNamed) throw syntaxError(line, 'a parameter list takes no `*`.')
  const plain = positional.map((parameter): Parameter => {
    if (parameter.kind !== 'name') throw syntaxError(line, 'a parameter is a name.')
    return { name: parameter.name, fallback: null }
  })
  return [...plain, ...named.map(([name, fallback]) => ({ name, fallback }))]
}

function parseWith(tokens: TokenStream): Statement {
  const variables: [Target, Expression][] = []
  while (tokens.next?.kind === 'name') {
    const target = parseOneTarget(tokens)
    tokens.expect('=')
    variables.push([target, parseExpression(tokens)])
    if (!tokens.skip(',')) break
  }
  return { kind: 'with', variables, body: parseBody(tokens, 'endwith') }
}
