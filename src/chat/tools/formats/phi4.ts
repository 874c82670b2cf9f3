import { callAsJson, toolsAsJson } from '../describe.ts'
import type { ToolFormat } from '../format.ts'
import { jsonFormat } from '../json-format.ts'

/** Phi-4 mini: a JSON list in `<|tool_call|>` tags. Its template wants the tools inside the system's message. */
export const phi4: ToolFormat = {
  ...jsonFormat({ name: 'phi-4', open: '<|tool_call|>', close: '<|/tool_call|>', within: 'list' }),
  describe: (tools) => `<|tool|>[${toolsAsJson(tools).join(', ')}]<|/tool|>`,
  spell: (calls) => `<|tool_call|>[${calls.map(callAsJson).join(', ')}]<|/tool_call|>`,
}
