import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Clock } from '../core/clock.ts'

/**
 * The first probes, each after the one before. It takes two to meet a reset: soon on this machine, a little later on its
 * network. Little is computed for nobody.
 */
export const PROBES_AFTER_MS = [5, 20, 50]
/** A client that was still there after those may leave later; it is in less of a hurry. */
const LATER_PROBES_MS = 15_000

/** A client that has ended its side of the connection after a whole request still gets the answer. */
export function allowHalfClose(server: Server): void {
  // Node has had this switch since its first days, and documents it nowhere.
  Object.assign(server, { httpAllowHalfOpen: true })
}

/**
 * TCP tells the same of a client that has ended its side and of one that is gone; only what is written to it tells
 * them apart. Writing to one that is gone brings a reset, and the next write meets it and closes the connection. What
 * is written, clients pass over: before the answer `100 Continue`, inside an event stream a comment.
 */
export function probeHalfClosed(request: IncomingMessage, response: ServerResponse, clock: Clock): void {
  const { socket } = request
  let forget = (): void => {}
  let probes = 0
  const planProbe = (): void => {
    forget = clock.after(PROBES_AFTER_MS[probes] ?? LATER_PROBES_MS, probe)
  }
  const probe = (): void => {
    probes++
    write(request, response)
    planProbe()
  }
  socket.once('end', planProbe)
  response.once('close', () => {
    socket.off('end', planProbe)
    forget()
  })
}

function write(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) {
    if (request.httpVersion !== '1.0') response.writeContinue()
  } else if (String(response.getHeader('content-type')).startsWith('text/event-stream')) {
    response.write(': ping\n\n')
  }
}
