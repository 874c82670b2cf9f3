/** Longer paths come only from keys that a client made up; nobody needs them back in full. */
const MAX_LENGTH = 200

/** `messages.0.content`: how errors and warnings name a field. */
export function fieldPath(path: readonly PropertyKey[]): string {
  const name = path.map(String).join('.')
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}…` : name
}

/** What is there, or undefined. Own properties only. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isTree(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  )
}

function isTree(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
