import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { TrivetError } from '../core/errors.ts'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. End the program that has it, or choose another with --port (0 takes a free one).',
  EACCES: 'this user may not use that port. Choose one above 1023 with --port.',
  EADDRNOTAVAIL: 'this machine does not have that address. Choose another with --host.',
  ENOTFOUND: 'there is no such host. Choose another with --host.',
}

/** Starts listening; resolves with the port. Rejects with `address_unavailable`. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<number> {
  try {
    await server.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` })
  } catch (error) {
    throw new TrivetError('address_unavailable', { host, port, reason: addressProblem(error) }, null, { cause: error })
  }
  return (server.server.address() as AddressInfo).port
}

/** Why an address can't be listened on, and what to do. */
export function addressProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return REASONS[code ?? ''] ?? message
}
