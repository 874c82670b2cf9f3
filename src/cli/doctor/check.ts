/** One thing that was looked at. */
export interface Check {
  /** What it is about: `server`, `engine llama_cpp`. */
  readonly name: string
  /** `warn`: it works, but not as well as it could. */
  readonly state: 'ok' | 'warn' | 'fail'
  /** What was found, as a sentence. */
  readonly message: string
  /** What to do; `null`: nothing. */
  readonly fix: string | null
}

export function ok(name: string, message: string): Check {
  return { name, state: 'ok', message, fix: null }
}

export function warn(name: string, message: string, fix: string): Check {
  return { name, state: 'warn', message, fix }
}

export function fail(name: string, message: string, fix: string): Check {
  return { name, state: 'fail', message, fix }
}
