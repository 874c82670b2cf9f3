import { jsonFormat } from '../json-format.ts'

/** Apriel and MiniMax M1: JSON in `<tool_calls>` tags, a list or an object a line. */
export const apriel = jsonFormat({ name: 'apriel', open: '<tool_calls>', close: '</tool_calls>', within: 'list' })
