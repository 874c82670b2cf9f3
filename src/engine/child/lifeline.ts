import { Socket } from 'node:net'
import { isMainThread, Worker } from 'node:worker_threads'
import { LIFELINE } from '../protocol/descriptors.ts'
import { endByForce } from './end.ts'

/**
 * Ends this process when the server is gone, however it went, even if the main thread is stuck in native code:
 * a thread of its own waits for the pipe to close.
 */
export function holdLifeline(): void {
  new Worker(new URL(import.meta.url)).unref()
}

if (!isMainThread) new Socket({ fd: LIFELINE }).on('error', endByForce).on('close', endByForce).resume()
