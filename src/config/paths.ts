import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export type Env = Readonly<Record<string, string | undefined>>

/** Where Trivet's own settings live: `$TRIVET_HOME`, or the XDG configuration folder. */
export function configHome(env: Env): string {
  if (env.TRIVET_HOME) return resolve(env.TRIVET_HOME)
  return join(env.XDG_CONFIG_HOME || join(home(env), '.config'), 'trivet')
}

/** Where Trivet keeps what it has to remember: `$TRIVET_HOME`, or the XDG folder of data. */
export function dataHome(env: Env): string {
  if (env.TRIVET_HOME) return resolve(env.TRIVET_HOME)
  return join(env.XDG_DATA_HOME || join(home(env), '.local', 'share'), 'trivet')
}

/** Absolute, from `base`; a leading `~/` is the home folder, as the shell would have read it. */
export function absolutePath(path: string, base: string, env: Env): string {
  return path.startsWith('~/') ? join(home(env), path.slice(2)) : resolve(base, path)
}

function home(env: Env): string {
  return env.HOME || homedir()
}
