import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { createFrameDecoder, MAX_LINE_FROM_CHILD } from '../protocol/decoder.ts'
import { FRAMES_OUT } from '../protocol/descriptors.ts'
import { encodeFrame } from '../protocol/encode.ts'
import type { FromChild, ToChild } from '../protocol/frames.ts'
import { createLogRing, type LogRing } from './log-ring.ts'
import type { ChildRuntime } from './runtime.ts'
import { startProcess } from './start-process.ts'
import { createWatchdog } from './watchdog.ts'

/** A running child and the typed channel to it. */
export interface EngineChild {
  /** Never fails: what a dead child can't read is dropped, and `ended` tells of its death. */
  send(frame: ToChild): void
  /** SIGKILL; `how` is what `ended` will say unless the child was already dead. */
  kill(how: string): void
  readonly logs: LogRing
  /** Resolves when the process is gone and everything it wrote has been read. */
  readonly ended: Promise<ChildEnd>
}

export interface ChildEnd {
  /** `SIGSEGV`, `exit code 3`, or the words given to `kill`. */
  readonly how: string
  /** The last line it logged; empty when it said nothing. */
  readonly lastLine: string
}

/** How long output may still trickle in after the process has ended, held open by something it started. */
const STREAMS_GRACE_MS = 2000

/**
 * Starts a child. Its frames go to `onFrame` until it ends; a child that breaks the protocol or goes silent is killed.
 * @param child one that has been started already
 */
export function spawnChild(
  runtime: ChildRuntime,
  onFrame: (frame: FromChild) => void,
  onLogLine?: (line: string) => void,
  child: ChildProcessWithoutNullStreams = startProcess(runtime.entry),
): EngineChild {
  const logs = createLogRing(runtime.clock, onLogLine)
  if (child.pid === undefined) return stillborn(child, logs)
  child.stdout.on('data', logs.writer())
  child.stderr.on('data', logs.writer())

  let verdict: string | null = null
  function kill(how: string) {
    if (child.exitCode !== null || child.signalCode !== null) return
    verdict ??= how
    child.kill('SIGKILL')
  }

  const timeout = runtime.heartbeatTimeoutMs
  const watchdog = createWatchdog(runtime.clock, timeout, () => kill(`no heartbeat for ${timeout / 1000} s`))
  const decode = createFrameDecoder<FromChild>({
    maxLineBytes: MAX_LINE_FROM_CHILD,
    onFrame,
    onFault: (reason) => kill(`broke the protocol: ${reason}`),
  })
  framesOut(child).on('data', (chunk: Buffer) => {
    watchdog.pat()
    decode(chunk)
  })
  const framesIn = child.stdin
  // Writing to a child that has just died fails; its end is reported by `ended`, once.
  for (const stream of child.stdio) stream?.on('error', () => {})

  const ended = whenEnded(child, runtime).then((how) => {
    watchdog.stop()
    return { how: verdict ?? how, lastLine: logs.lastLine() }
  })
  return { send: (frame) => write(framesIn, encodeFrame(frame)), kill, logs, ended }
}

function write(stream: Writable, line: string) {
  if (stream.writable) stream.write(line)
}

function framesOut(child: ChildProcess): Readable {
  return child.stdio[FRAMES_OUT] as Readable
}

/** Resolves with the way it ended, after its streams have, so that no frame or log line comes later. */
function whenEnded(child: ChildProcess, runtime: ChildRuntime): Promise<string> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(describeExit(code, signal)))
    child.once('exit', (code, signal) => {
      runtime.clock.after(STREAMS_GRACE_MS, () => resolve(describeExit(code, signal)))
    })
  })
}

/** Where the machine has no process, or no descriptor, to spare: a child that ends as soon as it is looked at. */
function stillborn(child: ChildProcess, logs: LogRing): EngineChild {
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once('error', (error) => resolve({ how: `could not be started: ${error.message}`, lastLine: '' }))
  })
  return { send: () => {}, kill: () => {}, logs, ended }
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ?? `exit code ${code}`
}
