import type { ToolCall } from '../../core/chat.ts'
import { compileSchema } from '../grammar/index.ts'
import { choice, type GrammarPart, literal, sequence } from '../grammar/part.ts'
import { ArgumentList } from './argument-list.ts'
import { insideQuotes } from './bare-value.ts'
import type { CallableTool, OfferedTools } from './format.ts'
import { isJson, parsedOrNull } from './json-value.ts'
import { separated } from './language.ts'
import { isRecord, requireParameters } from './parameters.ts'
import type { Scan, Source } from './source.ts'

type Sink = (json: string) => void

/** Python's words for what JSON has other words for. */
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '\n': '' }

/** `name(key=value, …)`. Values are written as JSON, which the reader takes as it takes Python's. */
export function pythonCallGrammar(tools: readonly CallableTool[]): GrammarPart {
  const calls = tools.map((tool) => {
    const members = requireParameters(tool.parameters).map(({ name, schema, required }) => ({
      part: sequence(literal(`${name}=`), compileSchema(schema)),
      required,
    }))
    return sequence(literal(`${tool.name}(`), separated(members, literal(', ')), literal(')'))
  })
  return choice(...calls)
}

/** A call as Python writes it, but for `true`, `false` and `null`. */
export function pythonCallText({ name, arguments: args }: ToolCall): string {
  const value = parsedOrNull(args)
  const members = isRecord(value) ? Object.entries(value) : []
  return `${name}(${members.map(([key, one]) => `${key}=${JSON.stringify(one)}`).join(', ')})`
}

/** Consumes a call and reports it. False when that isn't what comes, or it breaks off. */
export function* pythonCall(source: Source, tools: OfferedTools): Scan<boolean> {
  const { text, marker } = yield* source.upTo(['(', ']', '\n'])
  // Llama calls its built-in tools `name.call(…)`.
  const name = text.trim().replace(/\.call$/, '')
  if (marker !== '(' || !tools.has(name)) return false
  source.startCall(name)
  if (!(yield* keywords(source))) return false
  source.endCall()
  return true
}

function* keywords(source: Source): Scan<boolean> {
  const list = new ArgumentList(source)
  while (true) {
    yield* source.skipSpace()
    if (yield* source.take(')')) break
    const { text: key, marker } = yield* source.upTo(['=', ')'])
    if (marker !== '=') return false
    list.name(key.trim())
    yield* source.skipSpace()
    if (!(yield* pythonValue(source, (json) => list.value(json)))) return false
    yield* source.skipSpace()
    yield* source.take(',')
  }
  list.end()
  return true
}

/** Consumes a Python literal, passing on the JSON that means the same. */
function* pythonValue(source: Source, sink: Sink): Scan<boolean> {
  const first = yield* source.peek()
  if (first === '"' || first === "'") return yield* string(source, sink)
  if (yield* source.take('{')) return yield* dictionary(source, sink)
  if (yield* source.take('[')) return yield* list(source, ']', sink)
  if (yield* source.take('(')) return yield* list(source, ')', sink)
  return yield* word(source, sink)
}

function* string(source: Source, sink: Sink): Scan<boolean> {
  const quote = yield* source.next()
  sink('"')
  while (true) {
    const unit = yield* source.next()
    if (unit === '') return false
    if (unit === quote) break
    sink(insideQuotes(unit === '\\' ? yield* escapeSequence(source) : unit))
  }
  sink('"')
  return true
}

function* escapeSequence(source: Source): Scan<string> {
  const unit = yield* source.next()
  if (unit !== 'u' && unit !== 'x') return ESCAPES[unit] ?? unit
  let digits = ''
  while (digits.length < (unit === 'u' ? 4 : 2) && /^[0-9a-f]$/i.test(yield* source.peek()))
    digits += yield* source.next()
  return String.fromCharCode(Number.parseInt(digits, 16) || 0xfffd)
}

function* dictionary(source: Source, sink: Sink): Scan<boolean> {
  const members = new ArgumentList({ addArguments: sink })
  while (true) {
    yield* source.skipSpace()
    if (yield* source.take('}')) break
    let key = ''
    const quote = yield* source.peek()
    if (quote !== '"' && quote !== "'") return false
    yield* string(source, (json) => {
      key += json
    })
    members.name(JSON.parse(key))
    yield* source.skipSpace()
    if (!(yield* source.take(':'))) return false
    yield* source.skipSpace()
    if (!(yield* pythonValue(source, sink))) return false
    yield* source.skipSpace()
    yield* source.take(',')
  }
  members.end()
  return true
}

function* list(source: Source, close: string, sink: Sink): Scan<boolean> {
  sink('[')
  for (let any = false; ; any = true) {
    yield* source.skipSpace()
    if (yield* source.take(close)) break
    if (any) sink(', ')
    if (!(yield* pythonValue(source, sink))) return false
    yield* source.skipSpace()
    yield* source.take(',')
  }
  sink(']')
  return true
}

function* word(source: Source, sink: Sink): Scan<boolean> {
  let text = ''
  while (/^[\w.+-]$/.test(yield* source.peek())) text += yield* source.next()
  const json = WORDS[text] ?? text
  if (!isJson(json)) return false
  sink(json)
  return true
}
