import { IncomingMessage } from 'node:http'

/**
 * A request that is upgraded only when it asks for a WebSocket. Node hands every request that offers any upgrade to
 * whoever listens for upgrades, body unread; but some clients (Java's among them) offer HTTP/2 with each request and
 * want a plain answer.
 */
export class UpgradableRequest extends IncomingMessage {
  /** Not private by `#`: the constructor above sets `upgrade` before there would be one. */
  protected offered: unknown

  /** Node's parser sets it, and reads it once the headers are there. */
  get upgrade(): boolean {
    // To Node a tunnel is an upgrade, too.
    const wanted = this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket'
    return this.offered === true && wanted
  }

  set upgrade(offered: unknown) {
    this.offered = offered
  }
}
