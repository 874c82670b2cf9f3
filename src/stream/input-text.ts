const OPENING = /^\s*\{\s*"input"\s*:\s*"/
/** As much of a JSON string as is complete: no part of an escape. */
const COMPLETE = /^(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Reads the text in `{"input": "…"}` while it comes, cut anywhere. */
export class InputText {
  #opened = false
  #unread = ''
  /** The first half of a character. */
  #half = ''

  /** What is certain now. */
  write(json: string): string {
    this.#unread += json
    if (!this.#opened) {
      const opening = OPENING.exec(this.#unread)
      if (opening === null) return ''
      this.#opened = true
      this.#unread = this.#unread.slice(opening[0].length)
    }
    const [complete = ''] = COMPLETE.exec(this.#unread) ?? []
    this.#unread = this.#unread.slice(complete.length)
    const text = this.#half + meaning(complete)
    this.#half = HALF_A_CHARACTER.exec(text)?.[0] ?? ''
    return text.slice(0, text.length - this.#half.length)
  }

  /** The rest, once the arguments are whole. Arguments that no grammar held may be of another form: then all of them. */
  end(): string {
    if (this.#opened) return this.#half === '' ? '' : '\uFFFD'
    const input = inputOf(this.#unread)
    return typeof input === 'string' ? input : this.#unread
  }
}

function meaning(escaped: string): string {
  return escaped.replace(/\\(?:u([0-9a-fA-F]{4})|([^u]))/g, (_, hex?: string, sign?: string) =>
    sign === undefined ? String.fromCharCode(Number.parseInt(hex ?? '', 16)) : (ESCAPES[sign] ?? sign),
  )
}

function inputOf(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && 'input' in value ? value.input : undefined
  } catch {
    return undefined
  }
}
