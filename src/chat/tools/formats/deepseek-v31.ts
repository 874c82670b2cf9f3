import { literal, sequence } from '../../grammar/part.ts'
import { deepseekFormat, MARKS } from '../deepseek-marks.ts'
import { namedCall } from '../named-call.ts'

/** DeepSeek V3.1: a tool's name and bare JSON. */
export const deepseekV31 = deepseekFormat({
  name: 'deepseek-v3.1',
  body: ({ name, arguments: args }) => sequence(literal(name + MARKS.separator), args),
  *readBody(source, tools) {
    const { text, marker } = yield* source.upTo([MARKS.separator, MARKS.callEnd])
    if (marker !== MARKS.separator) return false
    return yield* namedCall(source, text.trim(), tools)
  },
})
