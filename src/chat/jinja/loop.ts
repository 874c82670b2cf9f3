import { isEqual } from './compare.ts'
import { type Callable, given, Undefined, type Value } from './value.ts'

/** What the turns of one loop have in common. */
interface Course {
  readonly items: readonly Value[]
  /** Counts from 1. */
  readonly depth: number
  /** `loop(items)`: the same loop over other items; `null` unless it is recursive. */
  readonly again: Callable | null
  /** What `loop.changed` was last asked about. */
  seen: readonly Value[] | null
}

/** `loop`, in one turn of a `for`. Its attributes are made when asked for, which most never are. */
export class Loop {
  readonly #course: Course
  readonly #index: number

  constructor(course: Course, index: number) {
    this.#course = course
    this.#index = index
  }

  /** `null` unless the loop is recursive. */
  get again(): Callable | null {
    return this.#course.again
  }

  attribute(name: string): Value | undefined {
    const { items, depth } = this.#course
    const index = this.#index
    switch (name) {
      case 'index':
        return index + 1
      case 'index0':
        return index
      case 'revindex':
        return items.length - index
      case 'revindex0':
        return items.length - index - 1
      case 'first':
        return index === 0
      case 'last':
        return index === items.length - 1
      case 'length':
        return items.length
      case 'previtem':
        return given(items[index - 1], new Undefined('there is no previous item'))
      case 'nextitem':
        return given(items[index + 1], new Undefined('there is no next item'))
      case 'depth':
        return depth
      case 'depth0':
        return depth - 1
      case 'cycle':
        return ({ positional }) => positional[index % positional.length] ?? null
      case 'changed':
        return ({ positional }) => this.#changed(positional)
      default:
        return undefined
    }
  }

  #changed(values: readonly Value[]): boolean {
    const { seen } = this.#course
    this.#course.seen = values
    return seen === null || !isEqual([...seen], [...values])
  }
}

/** `loop` at each index. */
export function loopOver(items: readonly Value[], depth: number, again: Callable | null): (index: number) => Loop {
  const course: Course = { items, depth, again, seen: null }
  return (index) => new Loop(course, index)
}
