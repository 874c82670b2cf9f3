import type { Dfa } from '../automaton/dfa.ts'
import { ANY_TEXT, anyOfTexts, not, ofLength } from '../automaton/operations.ts'
import { withinBudget } from '../budget.ts'
import { alternatives } from '../factor.ts'
import { anyValue } from '../json/value.ts'
import { LIMITS } from '../limits.ts'
import { choice, type GrammarPart, IMPOSSIBLE, literal, type Rule } from '../part.ts'
import { isSatisfiable } from '../possible.ts'
import { arrayPart } from './array.ts'
import { type Demand, JSON_TYPES, type JsonType, typesOf } from './demand.ts'
import { type Place, SchemaDocument } from './document.ts'
import { Expander } from './expand.ts'
import { meets } from './meets.ts'
import { numberPart } from './number.ts'
import { objectPart } from './object.ts'
import { mayOverlap } from './overlap.ts'
import { blaming, schemaRefusal } from './refusal.ts'
import { textAutomaton, textPart } from './text.ts'

/**
 * The JSON texts that are valid under this schema, or a part of them: see docs/structured-output.md for what is left
 * out. Throws `unsupported_schema`, which names the keyword and where it stands, when that can't be promised.
 */
export function compileSchema(schema: unknown): GrammarPart {
  const document = new SchemaDocument(schema)
  return withinBudget(LIMITS.steps, () => blaming('schema', '#', () => new SchemaCompiler(document).root()))
}

/** Members of members are looked at so deep to tell the branches of a `oneOf` apart. */
const MAX_INSPECTION = 4

class SchemaCompiler {
  readonly #document: SchemaDocument
  readonly #expander: Expander
  /** By the schemas that their values must meet. */
  readonly #rules = new Map<string, Rule>()
  /** By the schemas that ask for something: alternatives that are the same become one part. */
  readonly #parts = new Map<string, GrammarPart>()
  readonly #unfinished: { readonly rule: Rule; readonly places: readonly Place[] }[] = []

  constructor(document: SchemaDocument) {
    this.#document = document
    this.#expander = new Expander(document, (a, b) => this.#mayMeetBoth([a], [b], MAX_INSPECTION))
  }

  root(): GrammarPart {
    const root = this.#valuesOf([this.#document.root])
    for (let next = this.#unfinished.pop(); next !== undefined; next = this.#unfinished.pop()) {
      next.rule.body = choice(...this.#expander.demands(next.places).map((demand) => this.#partOf(demand)))
    }
    if (!isSatisfiable(root)) throw schemaRefusal('schema', '#', 'allows no value at all')
    return root
  }

  /** The values that meet all of these, as a rule whose body comes later: schemas may contain themselves. */
  readonly #valuesOf = (places: readonly Place[]): GrammarPart => {
    const meant = places.map((place) => this.#document.canonical(place))
    if (meant.some(({ schema }) => schema === false)) return IMPOSSIBLE
    const telling = meant.filter(({ schema }) => schema !== true)
    if (telling.length === 0) return anyValue
    const key = keyOf(telling.map(({ pointer }) => pointer))
    const known = this.#rules.get(key)
    if (known !== undefined) return known
    const rule: Rule = { kind: 'rule', name: nameOf(telling), body: IMPOSSIBLE }
    this.#rules.set(key, rule)
    this.#unfinished.push({ rule, places: telling })
    return rule
  }

  #partOf(demand: Demand): GrammarPart {
    const key = keyOf(demand.pointers)
    const known = this.#parts.get(key)
    if (known !== undefined) return known
    const [pointer = '#'] = demand.pointers
    const part = blaming('schema', pointer, () => this.#build(demand))
    this.#parts.set(key, part)
    return part
  }

  #build(demand: Demand): GrammarPart {
    const { values } = demand
    if (values !== null) {
      const met = [...values.values()].filter((value) => meets(value, { ...demand, values: null }, this.#meetsAll))
      return alternatives(met.map((value) => literal(JSON.stringify(value))))
    }
    const types = typesOf(demand)
    if (types.size === JSON_TYPES.length && demand.meant.size === 0) return anyValue
    return choice(...JSON_TYPES.filter((type) => types.has(type)).map((type) => this.#typed(type, demand)))
  }

  #typed(type: JsonType, demand: Demand): GrammarPart {
    switch (type) {
      case 'null':
        return literal('null')
      case 'boolean':
        return choice(literal('true'), literal('false'))
      case 'number':
        return numberPart(demand)
      case 'string':
        return textPart(demand)
      case 'array':
        return arrayPart(demand, this.#valuesOf, this.#listOf)
      case 'object':
        return objectPart(
          demand,
          this.#valuesOf,
          demand.propertyNames.map((place) => this.#namesIn(place)),
        )
    }
  }

  readonly #listOf = (places: readonly Place[]): readonly unknown[] | null => {
    const demands = this.#expander.demands(places)
    if (demands.some(({ values }) => values === null)) return null
    const all = new Map(demands.flatMap(({ values }) => [...(values ?? [])]))
    return [...all.values()].filter((value) => this.#meetsAll(value, places))
  }

  readonly #meetsAll = (value: unknown, places: readonly Place[]): boolean =>
    this.#expander.demands(places).some((demand) => meets(value, demand, this.#meetsAll))

  #mayMeetBoth(a: readonly Place[], b: readonly Place[], depth: number): boolean {
    if (depth === 0) return true
    const others = this.#expander.demands(b)
    const inspection = {
      meetsAll: this.#meetsAll,
      mayMeetBoth: (left: readonly Place[], right: readonly Place[]) => this.#mayMeetBoth(left, right, depth - 1),
    }
    return this.#expander.demands(a).some((one) => others.some((other) => mayOverlap(one, other, inspection)))
  }

  /** The texts that a schema for keys allows. */
  #namesIn(place: Place): Dfa {
    const [demand, ...others] = this.#expander.demands([place])
    if (others.length > 0)
      throw schemaRefusal('propertyNames', place.pointer, 'leaves a choice, which is not supported')
    if (demand === undefined || !(demand.types?.has('string') ?? true)) return not(ANY_TEXT)
    const { values } = demand
    if (values === null) return textAutomaton(demand) ?? ofLength(ANY_TEXT, demand.minLength, demand.maxLength)
    return anyOfTexts(
      [...values.values()]
        .filter((value) => typeof value === 'string' && meets(value, demand, this.#meetsAll))
        .map(String),
    )
  }
}

function keyOf(pointers: Iterable<string>): string {
  return [...new Set(pointers)].toSorted().join('\n')
}

/** The last word of where a schema stands, for those who read the grammar. */
function nameOf([place]: readonly Place[]): string {
  return /[^/]*$/.exec(place?.pointer ?? '')?.[0].replace('#', 'answer') ?? 'answer'
}
