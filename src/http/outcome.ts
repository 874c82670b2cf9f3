import type { IncomingMessage, ServerResponse } from 'node:http'

/** Reports once, when the response is over: complete, or not because the client left before its end. */
export function whenOver(response: ServerResponse, report: (complete: boolean) => void): void {
  // A client may be gone before its request is even looked at; nothing would tell of it any more.
  if (response.destroyed) {
    report(false)
    return
  }
  let complete = false
  response.once('finish', () => {
    complete = true
  })
  response.once('close', () => report(complete))
}

/** Whether the client left before all of its request was here. */
export function isCutOff(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete
}
