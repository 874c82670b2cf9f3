/** A node of the document's JSON. */
type Json = Readonly<Record<string, unknown>>

const PREFIX = '#/components/schemas/'
const INPUT = 'Input'

/**
 * The document with the components that something refers to, under their own names. The generator emits each schema
 * twice, as it is sent (`XInput`) and as it is answered (`X`), although most are used in one way only.
 */
export function tidyComponents<T extends object>(document: T & { components?: { schemas?: Json } }): T {
  const schemas = document.components?.schemas ?? {}
  const used = reachable({ ...document, components: {} }, schemas)
  const shortName = (name: string): string => {
    const short = name.endsWith(INPUT) ? name.slice(0, -INPUT.length) : name
    return used.has(name) && !used.has(short) ? short : name
  }
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  const components = {
    ...document.components,
    schemas: Object.fromEntries(kept.map(([name, schema]) => [shortName(name), schema])),
  }
  return renamed({ ...document, components }, shortName) as T
}

/** Names of the schemas that `root` needs, directly or through other schemas. */
function reachable(root: unknown, schemas: Json): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    for (const name of references(node)) {
      if (found.has(name)) continue
      found.add(name)
      visit(schemas[name])
    }
  }
  visit(root)
  return found
}

function references(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(references)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    isReference(key, value) ? [value.slice(PREFIX.length)] : references(value),
  )
}

function renamed(node: unknown, newName: (name: string) => string): unknown {
  if (Array.isArray(node)) return node.map((item) => renamed(item, newName))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      isReference(key, value) ? PREFIX + newName(value.slice(PREFIX.length)) : renamed(value, newName),
    ]),
  )
}

function isReference(key: string, value: unknown): value is string {
  return key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX)
}
