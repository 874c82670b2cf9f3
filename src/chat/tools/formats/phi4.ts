import { jsonFormat } from '../json-format.ts'

/** Phi-4 mini: a JSON list in `<|tool_call|>` tags. */
export const phi4 = jsonFormat({
  name: 'phi-4',
  open: '<|tool_call|>',
  close: '<|/tool_call|>',
  within: 'list',
  control: true,
})
