import { calculate } from './arithmetic.ts'
import { attribute, item, slice } from './attributes.ts'
import { compare } from './compare.ts'
import { JinjaError } from './errors.ts'
import { filterNamed } from './filters.ts'
import { isTooLarge, MAX_STEPS } from './limits.ts'
import { Loop, loopOver } from './loop.ts'
import { escapedForSum } from './markup.ts'
import { Scope } from './scope.ts'
import type { Block, Call, CallArguments, Expression, ForStatement, MacroShape, Statement, Target } from './syntax.ts'
import { testNamed } from './tests.ts'
import { str } from './text.ts'
import {
  type Arguments,
  type Callable,
  float,
  given,
  isFloat,
  isTrue,
  itemsOf,
  Namespace,
  numberOf,
  tuple,
  typeName,
  Undefined,
  type Value,
} from './value.ts'

/** What a statement makes of the loop around it. */
type Flow = 'on' | 'break' | 'continue'

/** One rendering of a template. */
export class Interpreter {
  #steps = 0
  #length = 0

  /** What the block writes. Throws a JinjaError for whatever Python would raise. */
  write(block: Block, scope: Scope): string {
    const out: string[] = []
    this.#run(block, scope, out)
    return out.join('')
  }

  #run(block: Block, scope: Scope, out: string[]): Flow {
    for (const statement of block) {
      const flow = this.#execute(statement, scope, out)
      if (flow !== 'on') return flow
    }
    return 'on'
  }

  #execute(statement: Statement, scope: Scope, out: string[]): Flow {
    this.#step()
    switch (statement.kind) {
      case 'text':
        this.#emit(statement.text, out)
        return 'on'
      case 'output':
        this.#emit(str(this.evaluate(statement.value, scope)), out)
        return 'on'
      case 'if':
        return this.#run(
          isTrue(this.evaluate(statement.test, scope)) ? statement.whenTrue : statement.otherwise,
          scope,
          out,
        )
      case 'for':
        return this.#loop(statement, scope, out)
      case 'set':
        this.#assign(statement.target, this.evaluate(statement.value, scope), scope)
        return 'on'
      case 'set-block':
        this.#assign(statement.target, this.#filtered(statement.filters, statement.body, scope), scope)
        return 'on'
      case 'macro':
        scope.set(statement.name, this.#macro(statement.macro, scope))
        return 'on'
      case 'call':
        this.#emit(str(this.#callWithBody(statement.call, statement.macro, scope)), out)
        return 'on'
      case 'filter':
        this.#emit(str(this.#filtered(statement.filters, statement.body, scope)), out)
        return 'on'
      case 'with': {
        const inner = new Scope(scope)
        for (const [target, value] of statement.variables) this.#assign(target, this.evaluate(value, scope), inner)
        return this.#run(statement.body, inner, out)
      }
      case 'scope':
        return this.#run(statement.body, new Scope(scope), out)
      case 'break':
      case 'continue':
        return statement.kind
    }
  }

  #loop(statement: ForStatement, scope: Scope, out: string[], nested?: Value, depth = 1): Flow {
    const all = itemsOf(nested === undefined ? this.evaluate(statement.items, scope) : nested)
    const items = all.filter((each) => this.#passes(statement, each, scope))
    const again: Callable = ({ positional: [inner = []] }) => {
      const text: string[] = []
      this.#loop(statement, scope, text, inner, depth + 1)
      return text.join('')
    }
    const loopAt = loopOver(items, depth, statement.recursive ? again : null)
    for (const [index, each] of items.entries()) {
      this.#step()
      const inner = new Scope(scope, [['loop', loopAt(index)]])
      this.#assign(statement.target, each, inner)
      if (this.#run(statement.body, inner, out) === 'break') break
    }
    return items.length === 0 ? this.#run(statement.otherwise, new Scope(scope), out) : 'on'
  }

  #passes({ filter, target }: ForStatement, each: Value, scope: Scope): boolean {
    if (filter === null) return true
    const inner = new Scope(scope)
    this.#assign(target, each, inner)
    return isTrue(this.evaluate(filter, inner))
  }

  #assign(target: Target, value: Value, scope: Scope): void {
    if (target.kind === 'name') {
      scope.set(target.name, value)
      return
    }
    if (target.kind === 'attribute-of') {
      const namespace = scope.get(target.namespace)
      if (!(namespace instanceof Namespace)) throw new JinjaError('cannot assign attribute on non-namespace object')
      namespace.attributes.set(target.name, value)
      return
    }
    const values = itemsOf(value)
    const [wanted, given] = [target.targets.length, values.length]
    if (given > wanted) throw new JinjaError(`too many values to unpack (expected ${wanted})`)
    if (given < wanted) throw new JinjaError(`not enough values to unpack (expected ${wanted}, got ${given})`)
    for (const [at, part] of target.targets.entries()) this.#assign(part, values[at] ?? null, scope)
  }

  /** A macro sees what is around its definition, as it is when called. */
  #macro({ parameters, body }: MacroShape, scope: Scope): Callable {
    return ({ positional, named }) => {
      const inner = new Scope(scope)
      const names = parameters.map(({ name }) => name)
      inner.set('varargs', tuple(...positional.slice(names.length)))
      inner.set('kwargs', new Map([...named].filter(([name]) => !names.includes(name))))
      const caller = named.get('caller')
      if (caller !== undefined) inner.set('caller', caller)
      for (const [at, { name, fallback }] of parameters.entries()) {
        const value = given(positional[at], named.get(name))
        const absent = () => (fallback ? this.evaluate(fallback, inner) : notProvided(name))
        inner.set(name, value === undefined ? absent() : value)
      }
      return this.write(body, inner)
    }
  }

  #callWithBody(call: Expression, macro: MacroShape, scope: Scope): Value {
    if (call.kind !== 'call') throw new JinjaError('a `call` block needs a call')
    const { positional, named } = this.#arguments(call.arguments, scope)
    const caller = this.#macro(macro, scope)
    return this.#apply(this.evaluate(call.callee, scope), {
      positional,
      named: new Map([...named, ['caller', caller]]),
    })
  }

  #filtered(filters: readonly Call[], body: Block, scope: Scope): Value {
    const text = this.write(body, new Scope(scope))
    return filters.reduce<Value>((value, filter) => this.#filter(value, filter, scope), text)
  }

  #filter(value: Value, { name, arguments: call }: Call, scope: Scope): Value {
    return filterNamed(name)(value, this.#arguments(call, scope))
  }

  evaluate(node: Expression, scope: Scope): Value {
    this.#step()
    switch (node.kind) {
      case 'constant':
        return node.value
      case 'number':
        return node.float ? float(node.value) : node.value
      case 'name':
        return scope.get(node.name)
      case 'list':
        return node.items.map((each) => this.evaluate(each, scope))
      case 'tuple':
        return tuple(...node.items.map((each) => this.evaluate(each, scope)))
      case 'dict':
        return new Map(node.entries.map(([key, value]) => [this.evaluate(key, scope), this.evaluate(value, scope)]))
      case 'not':
        return !isTrue(this.evaluate(node.operand, scope))
      case 'sign':
        return signed(node.sign, this.evaluate(node.operand, scope))
      case 'logical': {
        const left = this.evaluate(node.left, scope)
        return isTrue(left) === (node.operator === 'and') ? this.evaluate(node.right, scope) : left
      }
      case 'arithmetic': {
        const [left, right] = escapedForSum(node, this.evaluate(node.left, scope), this.evaluate(node.right, scope))
        return calculate(left, node.operator, right)
      }
      case 'compare':
        return this.#compare(node, scope)
      case 'concat':
        return node.parts.map((part) => str(this.evaluate(part, scope))).join('')
      case 'conditional':
        if (isTrue(this.evaluate(node.test, scope))) return this.evaluate(node.whenTrue, scope)
        return node.otherwise
          ? this.evaluate(node.otherwise, scope)
          : new Undefined('the inline if-expression has no else')
      case 'attribute':
        return attribute(this.evaluate(node.object, scope), node.name)
      case 'item':
        return item(this.evaluate(node.object, scope), this.evaluate(node.key, scope))
      case 'slice':
        return slice(
          this.evaluate(node.object, scope),
          node.bounds.map((bound) => bound && this.evaluate(bound, scope)),
        )
      case 'call':
        return this.#apply(this.evaluate(node.callee, scope), this.#arguments(node.arguments, scope))
      case 'filter':
        return this.#filter(this.evaluate(node.operand, scope), node.filter, scope)
      case 'test': {
        const [argument = null] = this.#arguments(node.test.arguments, scope).positional
        return testNamed(node.test.name)(this.evaluate(node.operand, scope), argument)
      }
    }
  }

  #compare({ first, rest }: Extract<Expression, { kind: 'compare' }>, scope: Scope): boolean {
    let left = this.evaluate(first, scope)
    for (const { operator, right } of rest) {
      const value = this.evaluate(right, scope)
      if (!compare(left, operator, value)) return false
      left = value
    }
    return true
  }

  #arguments({ positional, named, spread, spreadNamed }: CallArguments, scope: Scope): Arguments {
    const more: readonly Value[] = spread ? itemsOf(this.evaluate(spread, scope)) : []
    const moreNamed = spreadNamed ? this.evaluate(spreadNamed, scope) : new Map()
    if (!(moreNamed instanceof Map)) throw new JinjaError('argument after ** must be a mapping')
    return {
      positional: [...positional.map((each) => this.evaluate(each, scope)), ...more],
      named: new Map([
        ...named.map(([name, value]): [string, Value] => [name, this.evaluate(value, scope)]),
        ...Array.from(moreNamed, ([name, value]): [string, Value] => [str(name), value]),
      ]),
    }
  }

  #apply(callee: Value, call: Arguments): Value {
    if (typeof callee === 'function') return callee(call)
    if (callee instanceof Undefined) return callee.complain()
    if (callee instanceof Loop && callee.again) return callee.again(call)
    throw new JinjaError(`'${typeName(callee)}' object is not callable`)
  }

  #emit(text: string, out: string[]): void {
    this.#length += text.length
    if (isTooLarge(this.#length)) throw new JinjaError('the template writes too much')
    out.push(text)
  }

  #step(): void {
    this.#steps++
    if (this.#steps > MAX_STEPS) throw new JinjaError('the template takes too long')
  }
}

function signed(sign: 1 | -1, value: Value): Value {
  const number = numberOf(value)
  if (number === undefined)
    throw new JinjaError(`bad operand type for unary ${sign === 1 ? '+' : '-'}: '${typeName(value)}'`)
  return isFloat(value) ? float(sign * number) : sign * number
}

function notProvided(name: string): Undefined {
  return new Undefined(`parameter '${name}' was not provided`)
}
