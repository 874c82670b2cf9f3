import { JinjaError } from './errors.ts'
import { LIST_FILTERS, path } from './list-filters.ts'
import { SELECTING_FILTERS } from './selecting-filters.ts'
import { TEXT_FILTERS } from './text-filters.ts'
import { type Arguments, type Filter, isTrue, itemsOf, Undefined, type Value } from './value.ts'

const FILTERS: ReadonlyMap<string, Filter> = new Map([
  ...TEXT_FILTERS,
  ...LIST_FILTERS,
  ...SELECTING_FILTERS,
  ['map', map],
])

/** Jinja's filter of this name, or transformers'. */
export function filterNamed(name: string): Filter {
  const filter = FILTERS.get(name)
  if (!filter) throw new JinjaError(`there is no filter named '${name}'`)
  return filter
}

/** By attribute (`map(attribute='x', default=…)`) or through a filter (`map('upper')`). */
function map(value: Value, { positional, named }: Arguments): Value[] {
  if (!isTrue(value)) return []
  const [name, ...rest] = positional
  const wanted = named.get('attribute')
  if (wanted !== undefined) {
    const fallback = named.get('default')
    return [...itemsOf(value)].map((each) => {
      const found = path(each, wanted)
      return found instanceof Undefined && fallback !== undefined ? fallback : found
    })
  }
  if (typeof name !== 'string') throw new JinjaError('map requires a filter argument')
  const filter = filterNamed(name)
  return [...itemsOf(value)].map((each) => filter(each, { positional: rest, named }))
}
