/** Settings before the schema has looked at them: whatever a file or a command line said. */
export type Tree = { [key: string]: unknown }

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What `path` holds; undefined when nothing. */
export function valueAt(node: unknown, path: readonly PropertyKey[]): unknown {
  const [key, ...rest] = path
  if (key === undefined) return node
  if (Array.isArray(node)) return valueAt(node[Number(key)], rest)
  return isTree(node) ? valueAt(node[String(key)], rest) : undefined
}

/** The tree with `value` at `path`. */
export function withValue(tree: Tree, path: readonly string[], value: unknown): Tree {
  const [key, ...rest] = path
  if (key === undefined) return tree
  const child = tree[key]
  return { ...tree, [key]: rest.length === 0 ? value : withValue(isTree(child) ? child : {}, rest, value) }
}

/** Both trees as one; where both have a value, the one from `over`. Lists are values. */
export function overlay(under: Tree, over: Tree): Tree {
  const merged = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isTree(below) && isTree(value) ? overlay(below, value) : value
  }
  return merged
}
