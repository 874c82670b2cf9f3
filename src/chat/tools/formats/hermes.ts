import { jsonFormat } from '../json-format.ts'

/** Hermes, Qwen 2.5 and 3, Granite 4, SmolLM3 and many more: a JSON object in `<tool_call>` tags. */
export const hermes = jsonFormat({ name: 'hermes', open: '<tool_call>', close: '</tool_call>', within: 'each' })
