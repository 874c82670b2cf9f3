import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Room on libuv's pool for native calls made asynchronously, beside Node's own file and DNS work. */
const THREAD_POOL_SIZE = '8'

/** Starts Node on a child's entry, with the pipes that `protocol/descriptors.ts` names. */
export function startProcess(entry: URL, flags: readonly string[] = []): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [fileURLToPath(entry), ...flags], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: childEnvironment(process.env),
    windowsHide: true,
  })
}

/** The server's own settings, and Node's, are not the child's: a debugger port or a loader would be taken twice. */
function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_CHANNEL_FD: _channel, ...rest } = env
  return { ...rest, UV_THREADPOOL_SIZE: THREAD_POOL_SIZE }
}
