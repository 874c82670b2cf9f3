import { jsonFormat } from '../json-format.ts'

/** Mistral's tokenizers up to v7: `[TOOL_CALLS]` and a JSON list. */
export const mistralList = jsonFormat({
  name: 'mistral-list',
  open: '[TOOL_CALLS]',
  close: '',
  within: 'list',
})
