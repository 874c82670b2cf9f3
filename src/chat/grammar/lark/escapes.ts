const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  b: '\b',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
}

/** The text that stands between the quotes of a string; `null` when an escape in it is unknown. */
export function unescaped(text: string): string | null {
  let known = true
  const meant = text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|u\{([0-9a-fA-F]{1,6})\}|([\s\S]))/g,
    (_, byte?: string, unit?: string, point?: string, braced?: string, sign?: string) => {
      const hex = byte ?? unit ?? point ?? braced
      const code = hex === undefined ? null : Number.parseInt(hex, 16)
      const one = code === null ? SIMPLE[sign ?? ''] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined
      if (one === undefined) known = false
      return one ?? ''
    },
  )
  return known && !/\p{Surrogate}/u.test(meant) ? meant : null
}
