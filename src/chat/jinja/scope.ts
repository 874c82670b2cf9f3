import { Undefined, type Value } from './value.ts'

/** Variables of a block, and of those around it. */
export class Scope {
  readonly #variables: Map<string, Value>
  readonly #outer: Scope | null

  constructor(outer: Scope | null, variables: Iterable<readonly [string, Value]> = []) {
    this.#outer = outer
    this.#variables = new Map(variables)
  }

  get(name: string): Value {
    for (let scope: Scope | null = this; scope; scope = scope.#outer) {
      const value = scope.#variables.get(name)
      if (value !== undefined) return value
    }
    return new Undefined(`'${name}' is undefined`)
  }

  /** Always in this scope: what an inner block sets is gone after it. */
  set(name: string, value: Value): void {
    this.#variables.set(name, value)
  }
}
