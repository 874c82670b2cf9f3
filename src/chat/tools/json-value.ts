import type { Scan, Source } from './source.ts'

/** Consumes one JSON value, passing on its text as it comes. False when the text ends first, or no value is there. */
export function* jsonValue(source: Source, sink: (text: string) => void): Scan<boolean> {
  const first = yield* source.peek()
  if (first === '{' || first === '[') return yield* nested(source, sink)
  if (first === '"') return yield* quoted(source, sink)
  return yield* scalar(source, sink)
}

/** Consumes a JSON string and gives its meaning; `null` when it is none. */
export function* jsonString(source: Source): Scan<string | null> {
  if ((yield* source.peek()) !== '"') return null
  let text = ''
  const whole = yield* quoted(source, (piece) => {
    text += piece
  })
  const value = whole ? parsedOrNull(text) : null
  return typeof value === 'string' ? value : null
}

/** The value that this JSON text stands for; `null` also when it isn't JSON. */
export function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function isJson(text: string): boolean {
  return text.trim() === 'null' || parsedOrNull(text) !== null
}

/** An object or a list: up to where its brackets are balanced again, those inside strings not counted. */
function* nested(source: Source, sink: (text: string) => void): Scan<boolean> {
  let depth = 0
  while (true) {
    const unit = yield* source.peek()
    if (unit === '') return false
    if (unit === '"') {
      if (!(yield* quoted(source, sink))) return false
      continue
    }
    source.at++
    sink(unit)
    if (unit === '{' || unit === '[') depth++
    if (unit === '}' || unit === ']') depth--
    if (depth === 0) return true
  }
}

function* quoted(source: Source, sink: (text: string) => void): Scan<boolean> {
  sink(yield* source.next())
  while (true) {
    const unit = yield* source.next()
    if (unit === '') return false
    const escaped = unit === '\\' ? yield* source.next() : ''
    sink(unit + escaped)
    if (unit === '"') return true
  }
}

function* scalar(source: Source, sink: (text: string) => void): Scan<boolean> {
  let some = false
  while (/^[\w.+-]$/.test(yield* source.peek())) {
    sink(yield* source.next())
    some = true
  }
  return some
}
