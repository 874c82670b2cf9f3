import { globals } from './globals.ts'
import { Interpreter } from './interpreter.ts'
import { Scope } from './scope.ts'
import { parse } from './statements.ts'
import { fromJson, type Value } from './value.ts'

/** A parsed Jinja template, with the settings and functions that transformers gives chat templates. */
export interface JinjaTemplate {
  /**
   * The text it makes of these variables (plain JSON values); `now` is what `strftime_now` tells. Throws a JinjaError
   * for what the template raises and whatever else Python would.
   */
  render(variables: Readonly<Record<string, unknown>>, now: Date): string
}

/** Throws a JinjaError that says in which line the template is wrong. */
export function compileJinja(source: string): JinjaTemplate {
  const block = parse(source)
  return {
    render(variables, now) {
      const given = Object.entries(variables).map(([name, value]): [string, Value] => [name, fromJson(value)])
      const scope = new Scope(new Scope(null, globals(now)), given)
      return new Interpreter().write(block, scope)
    },
  }
}
