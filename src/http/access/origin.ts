import type { IncomingHttpHeaders } from 'node:http'

/** Of programs that show pages of their own, not the internet's. */
const PROGRAM_SCHEMES = ['app:', 'file:', 'tauri:', 'vscode-file:', 'vscode-webview:']

/**
 * The origin of the page that sends a request, if it is another site's: one that nobody has allowed. Programs send no
 * origin. `null`: it is none.
 * @param host that was asked
 */
export function foreignOrigin(
  { origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  host: string,
  allowed: readonly string[],
): string | null {
  if (origin === undefined) return site === 'cross-site' ? 'another site' : null
  if (isAllowedOrigin(origin, allowed)) return null
  if (!URL.canParse(origin)) return origin.slice(0, 200)
  const url = new URL(origin)
  return url.host === host.toLowerCase() || PROGRAM_SCHEMES.includes(url.protocol) ? null : origin.slice(0, 200)
}

export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.includes('*') || allowed.includes(origin)
}
