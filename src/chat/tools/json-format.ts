import { choice, type GrammarPart, literal, optional, sequence } from '../grammar/part.ts'
import type { CallableTool, OfferedTools, ToolFormat } from './format.ts'
import { jsonCalls } from './json-call.ts'
import { beginsWithSpaced, oneOrMore, space } from './language.ts'
import type { Scan, Source } from './source.ts'

export interface JsonFormat {
  readonly name: string
  readonly open: string
  /** Empty: nothing but the end of the turn. */
  readonly close: string
  /** `each`: one call between the marks. `list`: a JSON list of calls between them. */
  readonly within: 'each' | 'list'
  readonly keys?: CallKeys
}

/** Under which keys a call has its name and its arguments. */
export interface CallKeys {
  readonly name: string
  readonly arguments: string
}

const USUAL_KEYS: CallKeys = { name: 'name', arguments: 'arguments' }

/** Formats that put a call's JSON object, or a list of them, between two marks. */
export function jsonFormat({ name, open, close, within, keys }: JsonFormat): ToolFormat {
  return {
    name,
    shownTokens: [open, close].filter((mark) => mark !== ''),
    triggers: () => [beginsWithSpaced(open)],
    calls(tools, parallel) {
      const call = choice(...tools.map((tool) => jsonCallGrammar(tool, keys)))
      const [before, after] = [sequence(literal(open), space), sequence(space, literal(close))]
      if (within === 'each') return oneOrMore(sequence(before, call, after), space, parallel)
      return sequence(before, jsonListGrammar(call, parallel), after)
    },
    *read(source, tools) {
      while ((yield* source.sayUntil([open])) !== null) {
        yield* orAsText(source, open, () => callsUntil(source, close, tools))
      }
    },
  }
}

function* callsUntil(source: Source, close: string, tools: OfferedTools): Scan<boolean> {
  let some = false
  while (true) {
    yield* source.skipSpace()
    if (close !== '' && (yield* source.take(close))) return some
    const next = yield* source.peek()
    if (next !== '{' && next !== '[') return some
    if (!(yield* jsonCalls(source, tools.has))) return false
    some = true
  }
}

/** Reads calls of which `marker` has just been consumed. Where there turn out to be none, it was all text. */
export function* orAsText(source: Source, marker: string, read: () => Scan<boolean>): Scan {
  const from = source.at - marker.length
  const before = source.calls
  const isCall = yield* read()
  if (!isCall && source.calls === before) source.say(source.since(from), from)
}

/** A space or none: what a model wrote before the grammar began has to fit it either way. */
const gap = optional(literal(' '))

/** One call as a JSON object. */
export function jsonCallGrammar(tool: CallableTool, keys: CallKeys = USUAL_KEYS): GrammarPart {
  const name = sequence(literal(`"${keys.name}":`), gap, literal(`${JSON.stringify(tool.name)},`))
  const args = sequence(literal(`"${keys.arguments}":`), gap, tool.arguments)
  return sequence(literal('{'), gap, name, gap, args, gap, literal('}'))
}

export function jsonListGrammar(call: GrammarPart, parallel: boolean): GrammarPart {
  const calls = oneOrMore(call, sequence(literal(','), space), parallel)
  return sequence(literal('['), space, calls, space, literal(']'))
}
