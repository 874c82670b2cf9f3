import { jsonString, jsonValue, parsedOrNull } from './json-value.ts'
import type { Scan, Source } from './source.ts'

/** What models write in place of each other, whatever their format says. */
const NAME_KEYS: readonly string[] = ['name', 'tool_name']
const ARGUMENT_KEYS: readonly string[] = ['arguments', 'parameters']

/** Whether a function of this name may be called. */
export type Offered = (name: string) => boolean

/** Consumes one call or a list of calls. False when what comes is neither, or breaks off; all before it is reported. */
export function* jsonCalls(source: Source, offered: Offered): Scan<boolean> {
  if ((yield* source.peek()) !== '[') return yield* jsonCall(source, offered)
  yield* source.next()
  while (true) {
    yield* source.skipSpace()
    if (yield* source.take(']')) return true
    if (!(yield* jsonCall(source, offered))) return false
    yield* source.skipSpace()
    yield* source.take(',')
  }
}

/**
 * Consumes `{"name": …, "arguments": {…}}`, reported as soon as the name is known; keys may come in any order, and
 * inside a `"function": {…}`. False when that isn't what comes.
 */
export function* jsonCall(source: Source, offered: Offered): Scan<boolean> {
  const call: PendingCall = { name: null, early: '', argued: false }
  if (!(yield* members(source, call, offered)) || call.name === null) return false
  if (!call.argued) source.addArguments('{}')
  source.endCall()
  return true
}

interface PendingCall {
  name: string | null
  /** Arguments that came before the name. */
  early: string
  argued: boolean
}

function* members(source: Source, call: PendingCall, offered: Offered): Scan<boolean> {
  if (!(yield* source.take('{'))) return false
  while (true) {
    yield* source.skipSpace()
    if (yield* source.take('}')) return true
    const key = yield* jsonString(source)
    if (key === null) return false
    yield* source.skipSpace()
    if (!(yield* source.take(':'))) return false
    yield* source.skipSpace()
    if (!(yield* member(source, key, call, offered))) return false
    yield* source.skipSpace()
    yield* source.take(',')
  }
}

function* member(source: Source, key: string, call: PendingCall, offered: Offered): Scan<boolean> {
  if (NAME_KEYS.includes(key) && call.name === null) {
    const name = yield* jsonString(source)
    if (name === null || !offered(name)) return false
    call.name = name
    source.startCall(name)
    source.addArguments(call.early)
    return true
  }
  if (ARGUMENT_KEYS.includes(key) && !call.argued) {
    call.argued = true
    return yield* argumentsValue(source, (text) => {
      if (call.name === null) call.early += text
      else source.addArguments(text)
    })
  }
  if (key === 'function' && (yield* source.peek()) === '{') return yield* members(source, call, offered)
  return yield* jsonValue(source, () => {})
}

/** The arguments, also of a model that puts them into a string as OpenAI's API does; nothing is no arguments. */
export function* argumentsValue(source: Source, sink: (text: string) => void): Scan<boolean> {
  if (yield* source.take('null')) {
    sink('{}')
    return true
  }
  if ((yield* source.peek()) !== '"') return yield* jsonValue(source, sink)
  const text = yield* jsonString(source)
  if (text === null) return false
  sink(parsedOrNull(text) === null ? JSON.stringify(text) : text)
  return true
}
