/** What the usual codes of Node's and undici's errors mean, as the end of a sentence that began with the server. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'has a name that does not resolve.',
  EAI_AGAIN: 'has a name that can not be resolved right now.',
  ECONNREFUSED: 'refuses connections.',
  ECONNRESET: 'broke the connection.',
  EHOSTUNREACH: 'can not be reached from here.',
  ENETUNREACH: 'can not be reached from here.',
  ETIMEDOUT: 'does not answer.',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer.',
  UND_ERR_HEADERS_TIMEOUT: 'accepts the connection and says nothing.',
  UND_ERR_SOCKET: 'broke the connection.',
}

/** Why a request to another server failed. An untrusted certificate won't be trusted the next time either. */
export function networkReason(thrown: unknown): { readonly reason: string; readonly untrusted: boolean } {
  const { code = '', message } = thrown as NodeJS.ErrnoException
  const untrusted = /CERT|SIGNATURE|SELF_SIGNED|TLS_CERT|UNABLE_TO/.test(code)
  const what = untrusted ? 'has a certificate that is not trusted' : 'failed'
  return { reason: REASONS[code] ?? `${what}: ${message}.`, untrusted }
}
