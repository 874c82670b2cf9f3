import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Has a server listen at a free port of the loopback. Resolves with its address, without a trailing slash. */
export async function listenAtLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Ends a server at once, with whoever is connected. */
export async function endServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
