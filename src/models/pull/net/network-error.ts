import { TrivetError } from '../../../core/errors.ts'
import { Transient } from './transient.ts'

/** What the usual codes of Node's and undici's errors mean. */
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

/** What a failed request is: trouble on the way, which may pass, or a certificate, which won't. */
export function networkError(thrown: unknown, url: string): TrivetError | Transient {
  if (thrown instanceof TrivetError || thrown instanceof Transient) return thrown
  const { code = '', message, cause } = thrown as NodeJS.ErrnoException
  if (cause instanceof TrivetError) return cause
  const untrusted = /CERT|SIGNATURE|SELF_SIGNED|TLS_CERT|UNABLE_TO/.test(code)
  const reason = REASONS[code] ?? `${untrusted ? 'has a certificate that is not trusted' : 'failed'}: ${message}.`
  const error = new TrivetError('upstream_error', { url, reason }, null, { cause: thrown })
  return untrusted ? error : new Transient(error)
}
