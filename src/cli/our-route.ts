/** A route of the unified contract, where it is whatever product the server stands in for at its root. */
export function ourRoute(server: string, path: string): string {
  return `${server}/trivet${path}`
}
