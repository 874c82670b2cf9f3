/** What a template failed with: its own `raise_exception`, or a mistake in it. */
export class JinjaError extends Error {
  override readonly name = 'JinjaError'
}

/** A template that can't be parsed, and where. */
export function syntaxError(line: number, message: string): JinjaError {
  return new JinjaError(`line ${line}: ${message}`)
}
