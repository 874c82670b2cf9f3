import type { GrammarPart } from '../grammar/part.ts'
import { choice, literal, optional, sequence } from '../grammar/part.ts'
import type { CallableTool, OfferedTools, ToolFormat } from './format.ts'
import { orAsText } from './json-format.ts'
import { escaped, oneOrMore, space } from './language.ts'
import type { Scan, Source } from './source.ts'

/** DeepSeek's control tokens. */
export const MARKS = {
  callsBegin: '<｜tool▁calls▁begin｜>',
  callsEnd: '<｜tool▁calls▁end｜>',
  callBegin: '<｜tool▁call▁begin｜>',
  callEnd: '<｜tool▁call▁end｜>',
  separator: '<｜tool▁sep｜>',
} as const

export interface DeepseekFormat {
  readonly name: string
  /** What stands between the marks of one call. */
  body(tool: CallableTool): GrammarPart
  /** Reads what stands between the marks of one call. */
  readBody(source: Source, tools: OfferedTools): Scan<boolean>
}

/** The formats of DeepSeek, which differ in what stands between the marks. */
export function deepseekFormat({ name, body, readBody }: DeepseekFormat): ToolFormat {
  const { callsBegin, callsEnd, callBegin, callEnd } = MARKS
  return {
    name,
    shownTokens: Object.values(MARKS),
    triggers: () => [`(${escaped(callsBegin)})`, `(${escaped(callBegin)})`],
    calls(tools, parallel) {
      const bodies = choice(...tools.map(body))
      const call = sequence(literal(callBegin), bodies, literal(callEnd))
      return sequence(optional(literal(callsBegin)), space, oneOrMore(call, space, parallel), space, literal(callsEnd))
    },
    *read(source, tools) {
      while (true) {
        const marker = yield* source.sayUntil([callsBegin, callsEnd, callBegin])
        if (marker === null) return
        if (marker === callBegin) yield* orAsText(source, marker, () => readCall(source, tools, readBody))
      }
    },
  }
}

function* readCall(source: Source, tools: OfferedTools, readBody: DeepseekFormat['readBody']): Scan<boolean> {
  if (!(yield* readBody(source, tools))) return false
  yield* source.skipSpace()
  yield* source.take(MARKS.callEnd)
  return true
}
