/** Adds all `items` to `list`; unlike `list.push(...items)` for any number of them: arguments have to fit on the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item)
}
