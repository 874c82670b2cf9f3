import { spend } from '../budget.ts'
import { LIMITS } from '../limits.ts'
import { GrammarRefusal } from '../refusal.ts'
import { type Expression, isTerminal, type LarkGrammar } from './syntax.ts'

type Rules = Map<string, Expression>

/**
 * The same language without rules that begin with themselves, which Lark reads and no engine here does: `a: a "x" | "y"`
 * becomes `a: "y" ("x")*`. What leads back by way of other rules is first written out (Paull's algorithm).
 */
export function withoutLeftRecursion({ definitions, ignored }: LarkGrammar): LarkGrammar {
  const rules: Rules = new Map([...definitions].filter(([name]) => !isTerminal(name)))
  const leftmost = new Map([...rules.keys()].map((name) => [name, reachable(name, rules)]))
  const done: string[] = []
  for (const name of rules.keys()) {
    if (!leftmost.get(name)?.has(name)) continue
    for (const earlier of done) if (leftmost.get(earlier)?.has(name)) writeOut(name, earlier, rules)
    loosen(name, rules)
    done.push(name)
  }
  return { definitions: new Map([...definitions, ...rules]), ignored }
}

/** The rules that a text of this rule may begin with, as far as they stand first in an alternative. */
function reachable(name: string, rules: Rules): ReadonlySet<string> {
  const reached = new Set<string>()
  const todo = [name]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    spend(1)
    for (const alternative of alternatives(rules.get(next))) {
      const first = firstRule(alternative)
      if (first === null || reached.has(first) || !rules.has(first)) continue
      reached.add(first)
      todo.push(first)
    }
  }
  return reached
}

/** Puts the alternatives of `earlier` in its place, where alternatives of `name` begin with it. */
function writeOut(name: string, earlier: string, rules: Rules): void {
  const written = alternatives(rules.get(name)).flatMap((alternative) => {
    if (firstRule(alternative) !== earlier) return [alternative]
    return alternatives(rules.get(earlier)).map((one) => sequence([one, ...rest(alternative)]))
  })
  if (written.length > LIMITS.alternatives)
    throw new GrammarRefusal(`has \`${name}\` begin with itself in too many ways`)
  rules.set(name, { kind: 'either', parts: written })
}

/** What a rule begins with other than itself, and then any number of what follows itself. */
function loosen(name: string, rules: Rules): void {
  const all = alternatives(rules.get(name))
  const tails = all.filter((one) => firstRule(one) === name).map((one) => sequence(rest(one)))
  const heads = all.filter((one) => firstRule(one) !== name)
  // `a: a` says nothing.
  const telling = tails.filter((tail) => tail.kind !== 'sequence' || tail.parts.length > 0)
  const tail: Expression = { kind: 'repeat', part: { kind: 'either', parts: telling }, min: 0, max: null }
  const parts = telling.length === 0 ? heads : heads.map((head) => sequence([head, tail]))
  rules.set(name, { kind: 'either', parts })
}

function alternatives(expression: Expression | undefined): readonly Expression[] {
  if (expression === undefined) return []
  return expression.kind === 'either' ? expression.parts.flatMap(alternatives) : [expression]
}

function firstRule(expression: Expression): string | null {
  if (expression.kind === 'name') return expression.name
  const [first] = expression.kind === 'sequence' ? expression.parts : []
  return first === undefined ? null : firstRule(first)
}

/** All but the rule that it begins with. */
function rest(expression: Expression): readonly Expression[] {
  if (expression.kind !== 'sequence') return []
  const [first, ...others] = expression.parts
  return [...(first === undefined ? [] : rest(first)), ...others]
}

function sequence(parts: readonly Expression[]): Expression {
  return { kind: 'sequence', parts: parts.flatMap((part) => (part.kind === 'sequence' ? part.parts : [part])) }
}
