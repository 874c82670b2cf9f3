import { literal, sequence } from '../../grammar/part.ts'
import { deepseekFormat, MARKS } from '../deepseek-marks.ts'
import { space } from '../language.ts'
import { namedCall } from '../named-call.ts'

const FENCE = '```'

/** DeepSeek V3 and R1: the kind of tool, its name, and fenced JSON. */
export const deepseekR1 = deepseekFormat({
  name: 'deepseek-r1',
  body: ({ name, arguments: args }) =>
    sequence(literal(`function${MARKS.separator}${name}\n${FENCE}json\n`), args, space, literal(FENCE)),
  *readBody(source, tools) {
    const kind = yield* source.upTo([MARKS.separator])
    if (kind.marker === null) return false
    const { text, marker } = yield* source.upTo(['\n', MARKS.callEnd])
    if (marker !== '\n') return false
    yield* source.skipSpace()
    yield* source.take(`${FENCE}json`)
    if (!(yield* namedCall(source, text.trim(), tools))) return false
    yield* source.skipSpace()
    yield* source.take(FENCE)
    return true
  },
})
