import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { TlsFiles } from '../config/config.ts'
import { TrivetError } from '../core/errors.ts'

/** A certificate with those that vouch for it, and its key, in PEM. */
export interface TlsIdentity {
  readonly cert: Buffer
  readonly key: Buffer
}

/** `null`: none is set up. Throws `invalid_config` for files that can't be read or don't belong together. */
export function readTls(files: TlsFiles | null): TlsIdentity | null {
  if (files === null) return null
  try {
    const identity = { cert: readFileSync(files.certPath), key: readFileSync(files.keyPath) }
    createSecureContext(identity)
    return identity
  } catch (error) {
    const reason = `tls: ${error instanceof Error ? error.message : String(error)}.`
    throw new TrivetError('invalid_config', { reason }, null, { cause: error })
  }
}
