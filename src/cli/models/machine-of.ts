import { resolve } from 'node:path'
import { isLoopback } from '../../core/loopback.ts'

/**
 * A path that a shell's user gives, as the server at `url` understands it: made whole by the folder worked in when the
 * server is on this machine. Of another machine's folders nothing is known here, so that its path stays as it is.
 */
export function onMachineOf(url: string, path: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isLoopback(host) ? resolve(path) : path
}
