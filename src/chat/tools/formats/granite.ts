import { callAsJson } from '../describe.ts'
import type { ToolFormat } from '../format.ts'
import { jsonFormat } from '../json-format.ts'

/** Granite 3: `<|tool_call|>` and a JSON list. */
export const granite: ToolFormat = {
  ...jsonFormat({ name: 'granite', open: '<|tool_call|>', close: '', within: 'list' }),
  spell: (calls) => `<|tool_call|>[${calls.map(callAsJson).join(', ')}]`,
}
