import type { Env } from '../config/paths.ts'

/** What a command sends to a server that wants a key: the first one of `TRIVET_API_KEY`. */
export function credentials(env: Env = process.env): Readonly<Record<string, string>> {
  const [key = ''] = (env.TRIVET_API_KEY ?? '').split(',')
  return key.trim() === '' ? {} : { authorization: `Bearer ${key.trim()}` }
}
