import { isEqual } from './compare.ts'
import { type Callable, given, Namespace, Undefined, type Value } from './value.ts'

/** The name under which `loop` itself can be called, in a recursive loop. */
export const CALL = '()'

/** What `loop` is at each index of a loop over these items. `depth` counts from 1. */
export function loopOf(items: readonly Value[], depth: number, again: Callable | null): (index: number) => Namespace {
  let seen: readonly Value[] | null = null
  const changed: Callable = ({ positional }) => {
    const before = seen
    seen = positional
    return before === null || !isEqual([...before], [...positional])
  }
  return (index) => {
    const cycle: Callable = ({ positional }) => positional[index % positional.length] ?? null
    return new Namespace(
      new Map<string, Value>([
        ['index', index + 1],
        ['index0', index],
        ['revindex', items.length - index],
        ['revindex0', items.length - index - 1],
        ['first', index === 0],
        ['last', index === items.length - 1],
        ['length', items.length],
        ['previtem', given(items[index - 1], new Undefined('there is no previous item'))],
        ['nextitem', given(items[index + 1], new Undefined('there is no next item'))],
        ['depth', depth],
        ['depth0', depth - 1],
        ['cycle', cycle],
        ['changed', changed],
        ...(again ? [[CALL, again] as const] : []),
      ]),
    )
  }
}
