import { literal, sequence } from '../../grammar/part.ts'
import { deepseekFormat, MARKS } from '../deepseek-marks.ts'
import type { ToolFormat } from '../format.ts'
import { namedCall } from '../named-call.ts'

const { callsBegin, callBegin, separator, callEnd, callsEnd } = MARKS

/** DeepSeek V3.1: a tool's name and bare JSON. Its template leaves it to the caller to describe the tools. */
export const deepseekV31: ToolFormat = {
  ...deepseekFormat({
    name: 'deepseek-v3.1',
    body: ({ name, arguments: args }) => sequence(literal(name + separator), args),
    *readBody(source, tools) {
      const { text, marker } = yield* source.upTo([separator, callEnd])
      if (marker !== separator) return false
      return yield* namedCall(source, text.trim(), tools)
    },
  }),
  // Word for word what its authors ask for.
  describe: (tools) =>
    [
      '## Tools',
      'You have access to the following tools:',
      '',
      ...tools.flatMap(({ name, description, parameters }) => [
        `### ${name}`,
        `Description: ${description ?? ''}`,
        '',
        `Parameters: ${JSON.stringify(parameters ?? {})}`,
        '',
      ]),
      'IMPORTANT: ALWAYS adhere to this exact format for tool use:',
      `${callsBegin}${callBegin}tool_call_name${separator}tool_call_arguments${callEnd}{additional_tool_calls}${callsEnd}`,
      '',
      'Where:',
      '- `tool_call_name` must be an exact match to one of the available tools',
      "- `tool_call_arguments` must be valid JSON that strictly follows the tool's Parameters Schema",
      '- For multiple tool calls, chain them directly without separators or spaces',
    ].join('\n'),
}
