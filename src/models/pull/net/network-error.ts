import { TrivetError } from '../../../core/errors.ts'
import { networkReason } from '../../../core/network-reason.ts'
import { Transient } from './transient.ts'

/** What a failed request is: trouble on the way, which may pass, or a certificate, which won't. */
export function networkError(thrown: unknown, url: string): TrivetError | Transient {
  if (thrown instanceof TrivetError || thrown instanceof Transient) return thrown
  const { cause } = thrown as NodeJS.ErrnoException
  if (cause instanceof TrivetError) return cause
  const { reason, untrusted } = networkReason(thrown)
  const error = new TrivetError('upstream_error', { url, reason }, null, { cause: thrown })
  return untrusted ? error : new Transient(error)
}
