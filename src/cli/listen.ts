import { type AddressInfo, createServer } from 'node:net'
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
    throw unavailable(host, port, addressProblem(error))
  }
  return (server.server.address() as AddressInfo).port
}

/** Rejects as `listen` would, before there is anything to listen with. */
export async function requireFree(host: string, port: number): Promise<void> {
  const obstacle = await addressObstacle(host, port)
  if (obstacle !== null) throw unavailable(host, port, obstacle)
}

/** Why an address can't be listened on, and what to do; `null`: it could be, a moment ago. */
export function addressObstacle(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(addressProblem(error)))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

function unavailable(host: string, port: number, reason: string): TrivetError {
  return new TrivetError('address_unavailable', { host, port, reason })
}

/** Why an address can't be listened on, and what to do. */
function addressProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return REASONS[code ?? ''] ?? message
}
