import { JinjaError } from './errors.ts'
import { path } from './list-filters.ts'
import { testNamed } from './tests.ts'
import { type Arguments, type Filter, isTrue, itemsOf, type Value } from './value.ts'

/** Filters that keep some items of a list. */
export const SELECTING_FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['select', (value, call) => select(value, call, true)],
  ['reject', (value, call) => select(value, call, false)],
  ['selectattr', (value, call) => selectAttribute(value, call, true)],
  ['rejectattr', (value, call) => selectAttribute(value, call, false)],
])

function select(value: Value, { positional }: Arguments, wanted: boolean): Value[] {
  return selectable(value).filter((each) => passes(each, positional) === wanted)
}

function selectAttribute(value: Value, { positional }: Arguments, wanted: boolean): Value[] {
  const [name, ...rest] = positional
  if (name === undefined) throw new JinjaError('Missing parameter for attribute name')
  return selectable(value).filter((each) => passes(path(each, name), rest) === wanted)
}

/** Of what is empty in any way, nothing is kept and nothing is asked. */
function selectable(value: Value): readonly Value[] {
  return isTrue(value) ? [...itemsOf(value)] : []
}

/** Whether it passes the test that these arguments name; without one, whether it is true. */
function passes(value: Value, [test, argument = null]: readonly Value[]): boolean {
  return typeof test === 'string' ? testNamed(test)(value, argument) : isTrue(value)
}
