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
  const { certPath, keyPath } = files
  const cert = readPart('cert', certPath)
  const key = readPart('key', keyPath)
  refuseUnless(`tls: ${keyPath} and ${certPath} don't go together`, () => createSecureContext({ cert, key }))
  return { cert, key }
}

function readPart(part: keyof TlsIdentity, path: string): Buffer {
  const pem = refuseUnless(`tls.${part}: ${path} can't be read`, () => readFileSync(path))
  refuseUnless(`tls.${part}: ${path} is not usable`, () => createSecureContext({ [part]: pem }))
  return pem
}

/** @param problem what is told when `attempt` throws; the reasons of OpenSSL name no file */
function refuseUnless<T>(problem: string, attempt: () => T): T {
  try {
    return attempt()
  } catch (error) {
    const reason = `${problem}: ${error instanceof Error ? error.message : String(error)}.`
    throw new TrivetError('invalid_config', { reason }, null, { cause: error })
  }
}
