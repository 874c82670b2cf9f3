/** Entry of the engine's child process: the native code's side of the channel described in protocol/frames.ts. */
import { Socket } from 'node:net'
import { createFrameDecoder, MAX_LINE_TO_CHILD } from '../protocol/decoder.ts'
import { FRAMES_IN, FRAMES_OUT } from '../protocol/descriptors.ts'
import type { ToChild } from '../protocol/frames.ts'
import { importBackend, USUAL_BACKEND } from './backends.ts'
import { endByForce, reportAndEnd } from './end.ts'
import { holdLifeline } from './lifeline.ts'
import { createOutbox } from './outbox.ts'
import { createSession } from './session.ts'

const HEARTBEAT_MS = 1000

process.on('uncaughtException', reportAndEnd)
// Ctrl-C in a terminal and a service manager's TERM reach every process of the group. When to end is the server's call.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

holdLifeline()
const outgoing = new Socket({ fd: FRAMES_OUT, readable: false, writable: true }).on('error', endByForce)
const outbox = createOutbox(outgoing)

const handle = createSession({
  importBackend,
  send: outbox.send,
  exit: (code) => void outbox.flush().then(() => process.exit(code)),
  residentBytes: () => process.memoryUsage.rss(),
})
const decode = createFrameDecoder<ToChild>({
  maxLineBytes: MAX_LINE_TO_CHILD,
  onFrame: (frame) => handle(frame).catch(reportAndEnd),
  onFault: (reason) => reportAndEnd(new Error(`the server broke the protocol: ${reason}`)),
})
new Socket({ fd: FRAMES_IN }).on('data', decode).on('error', endByForce).on('close', endByForce)

// Whatever it will be told to do, it is likely to need this.
if (process.argv.includes('--spare')) importBackend(USUAL_BACKEND).catch(reportAndEnd)

setInterval(() => outbox.send({ op: 'heartbeat' }), HEARTBEAT_MS)
