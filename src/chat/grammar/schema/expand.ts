import { append } from '../../../core/append.ts'
import { spend } from '../budget.ts'
import { LIMITS } from '../limits.ts'
import { argument } from './argument.ts'
import { anyDemand, type Demand } from './demand.ts'
import { inside, type Place, type SchemaDocument, type SchemaObject } from './document.ts'
import { KEYWORDS, MEANT, REFUSED } from './keywords.ts'
import { schemaRefusal } from './refusal.ts'

/** What a look at a schema costs, in steps of an automaton. */
const LOOK_STEPS = 10

/** A place on its way in, and those it was reached through without a step into the value. */
interface Step {
  readonly place: Place
  readonly through: Step | null
}

/** A choice that a schema leaves: one of these places. */
interface Fork {
  readonly keyword: 'anyOf' | 'oneOf'
  readonly at: Step
  readonly branches: readonly Place[]
}

/** Says whether two branches of a `oneOf` may both be met by one value. */
export type MayOverlap = (a: Place, b: Place) => boolean

/** Turns schemas into demands, and counts what that costs. */
export class Expander {
  readonly #document: SchemaDocument
  readonly #mayOverlap: MayOverlap
  #looked = 0

  constructor(document: SchemaDocument, mayOverlap: MayOverlap) {
    this.#document = document
    this.#mayOverlap = mayOverlap
  }

  /** The ways to meet all of these schemas at once; none when `false` is among them. */
  demands(places: readonly Place[]): readonly Demand[] {
    const complete: Demand[] = []
    const todo: (readonly Step[])[] = [places.map((place) => ({ place, through: null }))]
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      const taken = this.#taken(next)
      if (taken === null) continue
      const fork = this.#firstFork(taken)
      if (fork === null) complete.push(demandOf(taken.map(({ place }) => place)))
      else if (complete.length + todo.length + fork.branches.length <= LIMITS.alternatives) {
        append(todo, ways(taken, fork).toReversed())
      } else {
        const first = places[0]?.pointer ?? '#'
        throw schemaRefusal('anyOf', first, `multiplies out to more than ${LIMITS.alternatives} alternatives`)
      }
    }
    return complete
  }

  /** The places and all that they take in, without references and `allOf`. `null`: nothing can meet them. */
  #taken(steps: readonly Step[]): readonly Step[] | null {
    const taken = new Map<string, Step>()
    const todo = steps.toReversed()
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      const { place, through } = step
      if (taken.has(place.pointer)) {
        refuseCircle(step)
        continue
      }
      this.#look(place)
      if (place.schema === false) return null
      if (place.schema === true) continue
      const { $ref: _, allOf: __, ...schema } = place.schema
      const own = { place: { pointer: place.pointer, schema }, through }
      taken.set(place.pointer, own)
      const parts = this.#takenIn(place, place.schema)
      append(todo, parts.map((part) => ({ place: part, through: own })).toReversed())
    }
    return [...taken.values()]
  }

  #look({ pointer }: Place): void {
    this.#looked++
    spend(LOOK_STEPS)
    if (this.#looked > LIMITS.schemas) throw schemaRefusal('schema', pointer, 'is too large to be compiled')
  }

  /** Schemas that must be met as well. */
  #takenIn(place: Place, schema: SchemaObject): readonly Place[] {
    const { $ref, allOf } = schema
    const target = $ref === undefined ? [] : [this.#document.resolve($ref, place)]
    const parts = allOf === undefined ? [] : argument.list('allOf', allOf, place)
    return [...target, ...parts.map((part, at) => inside(place, 'allOf', part, at))]
  }

  #firstFork(steps: readonly Step[]): Fork | null {
    for (const at of steps) {
      for (const keyword of ['anyOf', 'oneOf'] as const) {
        const { place } = at
        const list = typeof place.schema === 'object' ? place.schema[keyword] : undefined
        if (list === undefined) continue
        const branches = argument.list(keyword, list, place).map((part, index) => inside(place, keyword, part, index))
        if (keyword === 'oneOf') this.#refuseOverlap(place, branches)
        return { keyword, at, branches }
      }
    }
    return null
  }

  #refuseOverlap(place: Place, branches: readonly Place[]): void {
    branches.forEach((branch, at) => {
      const other = branches.findIndex((one, index) => index < at && this.#mayOverlap(one, branch))
      if (other >= 0)
        throw schemaRefusal('oneOf', place.pointer, `can't be told apart: ${other} and ${at} may both hold`)
    })
  }
}

/** Each branch instead of the choice. */
function ways(steps: readonly Step[], { keyword, at, branches }: Fork): readonly (readonly Step[])[] {
  const decided = steps.map((step): Step => {
    if (step !== at || typeof step.place.schema === 'boolean') return step
    const { [keyword]: _, ...schema } = step.place.schema
    return { place: { pointer: step.place.pointer, schema }, through: step.through }
  })
  return branches.map((place) => [...decided, { place, through: at }])
}

/** A schema that is reached again before anything of the value is looked at would never be done. */
function refuseCircle({ place, through }: Step): void {
  for (let step = through; step !== null; step = step.through) {
    if (step.place.pointer === place.pointer) throw schemaRefusal('$ref', place.pointer, 'refers to itself without end')
  }
}

function demandOf(places: readonly Place[]): Demand {
  const demand = anyDemand()
  for (const place of places) {
    if (typeof place.schema === 'boolean') continue
    for (const [keyword, value] of Object.entries(place.schema)) {
      refuse(keyword, value, place, place.schema)
      const fold = KEYWORDS[keyword]
      if (fold === undefined) continue
      fold(demand, value, place, place.schema)
      demand.pointers.add(place.pointer)
      const type = MEANT[keyword]
      if (type !== undefined) demand.meant.add(type)
    }
  }
  return demand
}

function refuse(keyword: string, value: unknown, place: Place, schema: SchemaObject): void {
  const saysNothing = Object.hasOwn(REFUSED, keyword) ? REFUSED[keyword] : undefined
  if (saysNothing && !saysNothing(value, schema)) throw schemaRefusal(keyword, place.pointer, 'is not supported')
  // An own base would change what the references below it mean.
  const rebased = keyword === '$id' && place.pointer !== '#' && typeof value === 'string' && !value.startsWith('#')
  if (rebased) throw schemaRefusal(keyword, place.pointer, 'is not supported below the root')
}
