import { jsonFormat } from '../json-format.ts'

/** Granite 3: `<|tool_call|>` and a JSON list. */
export const granite = jsonFormat({
  name: 'granite',
  open: '<|tool_call|>',
  close: '',
  within: 'list',
})
