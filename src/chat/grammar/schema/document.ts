import { spend } from '../budget.ts'
import { schemaRefusal } from './refusal.ts'

/** A schema and where it stands. Two with one pointer are the same. */
export interface Place {
  /** A JSON pointer in a fragment, not percent-encoded: `#/properties/a`. */
  readonly pointer: string
  readonly schema: boolean | SchemaObject
}

export type SchemaObject = Readonly<Record<string, unknown>>

/** Keywords that say nothing of a value and are seen beside references. */
const SILENT = ['$defs', 'definitions', '$schema', '$comment', 'title', 'description']

/** A chain of references longer than this is left to be followed, and refused, where circles are. */
const MAX_REFERENCES = 100

/** Characters of a schema that are worded in a step of an automaton; what is nested is worded with each around it. */
const WORDING_PER_STEP = 100

/** One whole schema, in which references are followed. */
export class SchemaDocument {
  readonly root: Place
  readonly #worded = new Map<string, Place>()
  #anchors: ReadonlyMap<string, Place> | null = null

  constructor(schema: unknown) {
    this.root = placeOf('#', schema, 'schema')
  }

  /** The schema that a `$ref` in `from` means. Only this document can be meant; no other is ever fetched. */
  resolve(ref: unknown, from: Place): Place {
    if (typeof ref !== 'string') throw schemaRefusal('$ref', from.pointer, 'must be a string')
    const fragment = this.#fragment(ref)
    if (fragment === null) throw schemaRefusal('$ref', from.pointer, `names ${shown(ref)}, which is another document`)
    const target = fragment === '' || fragment.startsWith('/') ? this.#follow(fragment) : this.#anchored(fragment)
    if (target === null) throw schemaRefusal('$ref', from.pointer, `names ${shown(ref)}, which does not exist`)
    return target
  }

  /**
   * Where the same is said first: what a mere reference leads to, and of schemas with one wording the first. So what
   * alternatives have in common is seen to be common.
   */
  canonical(place: Place): Place {
    let meant = place
    for (let steps = 0; steps < MAX_REFERENCES && isMereReference(meant.schema); steps++) {
      meant = this.resolve((meant.schema as SchemaObject).$ref, meant)
    }
    const wording = JSON.stringify(meant.schema)
    spend(wording.length / WORDING_PER_STEP)
    const first = this.#worded.get(wording) ?? meant
    this.#worded.set(wording, first)
    return first
  }

  /** What comes after the `#` of a reference into this document, decoded. */
  #fragment(ref: string): string | null {
    const id = typeof this.root.schema === 'object' ? this.root.schema.$id : undefined
    const base = typeof id === 'string' ? id.replace(/#$/, '') : ''
    const rest = ref.startsWith('#') ? ref : base !== '' && ref.startsWith(base) ? ref.slice(base.length) : null
    if (rest === null || (rest !== '' && !rest.startsWith('#'))) return null
    try {
      return decodeURIComponent(rest.slice(1))
    } catch {
      return rest.slice(1)
    }
  }

  #follow(pointer: string): Place | null {
    let value: unknown = this.root.schema
    for (const token of pointer.split('/').slice(1)) {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null
      value = (value as SchemaObject)[key]
    }
    return isSchema(value) ? { pointer: `#${pointer}`, schema: value } : null
  }

  #anchored(name: string): Place | null {
    this.#anchors ??= anchorsIn(this.root)
    return this.#anchors.get(name) ?? null
  }
}

/** A schema inside a place. Throws `unsupported_schema` for what is none. */
export function inside(place: Place, keyword: string, value: unknown, ...path: readonly (string | number)[]): Place {
  const tokens = [keyword, ...path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))]
  return placeOf(`${place.pointer}/${tokens.join('/')}`, value, keyword)
}

function placeOf(pointer: string, schema: unknown, keyword: string): Place {
  if (!isSchema(schema)) throw schemaRefusal(keyword, pointer, 'must be a schema: an object or a boolean')
  return { pointer, schema }
}

function isMereReference(schema: boolean | SchemaObject): boolean {
  if (typeof schema === 'boolean' || schema.$ref === undefined) return false
  return Object.keys(schema).every((keyword) => keyword === '$ref' || SILENT.includes(keyword))
}

function isSchema(value: unknown): value is boolean | SchemaObject {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

/** Every schema that has an `$anchor`, or an `$id` of the older kind that is one. */
function anchorsIn(root: Place): ReadonlyMap<string, Place> {
  const anchors = new Map<string, Place>()
  const todo: { readonly pointer: string; readonly value: unknown }[] = [{ pointer: '#', value: root.schema }]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { pointer, value } = next
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      todo.push({ pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value: child })
    }
    if (Array.isArray(value)) continue
    const { $anchor, $id } = value as SchemaObject
    if (typeof $anchor === 'string') anchors.set($anchor, { pointer, schema: value as SchemaObject })
    if (typeof $id === 'string' && $id.startsWith('#')) {
      anchors.set($id.slice(1), { pointer, schema: value as SchemaObject })
    }
  }
  return anchors
}

function shown(ref: string): string {
  return JSON.stringify(ref.length > 100 ? `${ref.slice(0, 100)}…` : ref)
}
