import { compileSchema } from '../../grammar/index.ts'
import { choice, type GrammarPart, literal, sequence } from '../../grammar/part.ts'
import { ArgumentList } from '../argument-list.ts'
import { insideQuotes } from '../bare-value.ts'
import type { CallableTool, OfferedTools, ToolFormat } from '../format.ts'
import { orAsText } from '../json-format.ts'
import { isJson, jsonString } from '../json-value.ts'
import { beginsWith, oneOrMore, separated, space, upTo } from '../language.ts'
import { requireParameters, stringChoices, valueKind } from '../parameters.ts'
import type { Scan, Source } from '../source.ts'

const CALL = { open: '<|tool_call>', close: '<tool_call|>' }
const QUOTE = '<|"|>'

/** Gemma 4: `<|tool_call>call:name{key:<|"|>text<|"|>,other:1}<tool_call|>`; keys are bare, strings have quotes of their own. */
export const gemma4: ToolFormat = {
  name: 'gemma-4',
  shownTokens: [CALL.open, CALL.close, QUOTE],
  triggers: () => [beginsWith(CALL.open)],
  calls(tools, parallel) {
    const call = sequence(literal(`${CALL.open}call:`), choice(...tools.map(body)), literal(CALL.close))
    return oneOrMore(call, space, parallel)
  },
  *read(source, tools) {
    while ((yield* source.sayUntil([CALL.open])) !== null) yield* orAsText(source, CALL.open, () => call(source, tools))
  },
}

function body(tool: CallableTool): GrammarPart {
  const members = requireParameters(tool.parameters).map(({ name, schema, required }) => ({
    part: sequence(literal(`${name}:`), valueGrammar(schema)),
    required,
  }))
  return sequence(literal(`${tool.name}{`), separated(members, literal(',')), literal('}'))
}

/** Plain strings and choices in Gemma's quotes; whatever is more particular as JSON, which the reader takes as well. */
function valueGrammar(schema: unknown): GrammarPart {
  const kind = valueKind(schema)
  if (kind === 'string') return sequence(literal(QUOTE), upTo(QUOTE))
  const choices = kind === 'quotable' ? stringChoices(schema) : null
  return choices ? choice(...choices.map((text) => literal(QUOTE + text + QUOTE))) : compileSchema(schema)
}

function* call(source: Source, tools: OfferedTools): Scan<boolean> {
  yield* source.skipSpace()
  if (!(yield* source.take('call:'))) return false
  const { text, marker } = yield* source.upTo(['{', CALL.close])
  const name = text.trim()
  if (marker !== '{' || !tools.has(name)) return false
  source.startCall(name)
  if (!(yield* members(source, (json) => source.addArguments(json)))) return false
  source.endCall()
  yield* source.skipSpace()
  yield* source.take(CALL.close)
  return true
}

type Sink = (json: string) => void

/** The members of an object whose brace is open, and the closing one. */
function* members(source: Source, sink: Sink): Scan<boolean> {
  const list = new ArgumentList({ addArguments: sink })
  while (true) {
    yield* source.skipSpace()
    if (yield* source.take('}')) break
    const key = yield* memberKey(source)
    if (key === null) return false
    list.name(key)
    yield* source.skipSpace()
    if (!(yield* value(source, sink))) return false
    yield* source.skipSpace()
    yield* source.take(',')
  }
  list.end()
  return true
}

function* memberKey(source: Source): Scan<string | null> {
  if ((yield* source.peek()) === '"') {
    const key = yield* jsonString(source)
    yield* source.skipSpace()
    return (yield* source.take(':')) ? key : null
  }
  const quoted = yield* source.take(QUOTE)
  const { text, marker } = yield* source.upTo([quoted ? `${QUOTE}:` : ':'])
  return marker === null ? null : text.trim()
}

function* value(source: Source, sink: Sink): Scan<boolean> {
  if (yield* source.take(QUOTE)) {
    sink('"')
    const end = yield* source.until([QUOTE], (text) => sink(insideQuotes(text)))
    sink('"')
    return end !== null
  }
  const first = yield* source.peek()
  if (first === '"') {
    const text = yield* jsonString(source)
    sink(JSON.stringify(text ?? ''))
    return text !== null
  }
  if (yield* source.take('{')) return yield* members(source, sink)
  if (yield* source.take('[')) return yield* items(source, sink)
  return yield* scalar(source, sink)
}

function* items(source: Source, sink: Sink): Scan<boolean> {
  sink('[')
  for (let any = false; ; any = true) {
    yield* source.skipSpace()
    if (yield* source.take(']')) break
    if (any) sink(', ')
    if (!(yield* value(source, sink))) return false
    yield* source.skipSpace()
    yield* source.take(',')
  }
  sink(']')
  return true
}

/** A number or a word; words that JSON doesn't know are strings that lost their quotes. */
function* scalar(source: Source, sink: Sink): Scan<boolean> {
  const { text, marker } = yield* source.upTo([',', '}', ']', CALL.close])
  if (marker === null || marker === CALL.close || text.trim() === '') return false
  source.at -= marker.length
  sink(isJson(text) ? text.trim() : JSON.stringify(text))
  return true
}
