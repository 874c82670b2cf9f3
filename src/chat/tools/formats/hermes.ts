import { callAsJson, toolsAsJson } from '../describe.ts'
import type { ToolFormat } from '../format.ts'
import { jsonFormat } from '../json-format.ts'

/** Hermes, Qwen 2.5 and 3, Granite 4, SmolLM3 and many more: a JSON object in `<tool_call>` tags. */
export const hermes: ToolFormat = {
  ...jsonFormat({ name: 'hermes', open: '<tool_call>', close: '</tool_call>', within: 'each' }),
  // Word for word what these models were trained with.
  describe: (tools) =>
    [
      '# Tools',
      '',
      'You may call one or more functions to assist with the user query.',
      '',
      'You are provided with function signatures within <tools></tools> XML tags:',
      '<tools>',
      ...toolsAsJson(tools),
      '</tools>',
      '',
      'For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:',
      '<tool_call>',
      '{"name": <function-name>, "arguments": <args-json-object>}',
      '</tool_call>',
    ].join('\n'),
  spell: (calls) => calls.map((call) => `<tool_call>\n${callAsJson(call)}\n</tool_call>`).join('\n'),
}
