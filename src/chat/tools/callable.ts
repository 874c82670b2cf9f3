import type { Tool } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import { anyObject, compileSchema, isSatisfiable } from '../grammar/index.ts'
import type { CallableTool, ToolFormat } from './format.ts'
import { isRecord, loosened } from './parameters.ts'

export interface CallableTools {
  readonly tools: readonly CallableTool[]
  /** Which tools' arguments can be no more than a JSON object, because their schema can't be enforced. By index. */
  readonly unenforced: readonly number[]
}

/** The tools with the languages of their arguments. One odd schema spoils nothing but itself. */
export function callableTools(tools: readonly Tool[], format: ToolFormat): CallableTools {
  const made = tools.map((tool) => enforced(tool, format))
  return {
    tools: made.map((tool, index) => tool ?? unenforced(tools[index])),
    unenforced: made.flatMap((tool, index) => (tool ? [] : [index])),
  }
}

function enforced({ name, parameters }: Tool, format: ToolFormat): CallableTool | null {
  const schema = objectSchema(parameters)
  if (schema === null) return null
  try {
    const tool = { name, parameters: schema, arguments: compileSchema(schema) }
    return isSatisfiable(format.calls([tool], false)) ? tool : null
  } catch (refusal) {
    if (refusal instanceof TrivetError) return null
    throw refusal
  }
}

function unenforced(tool: Tool | undefined): CallableTool {
  return { name: tool?.name ?? '', parameters: loosened(tool?.parameters), arguments: anyObject }
}

/** Arguments are an object even where the schema leaves it open; no schema at all means no arguments. */
function objectSchema(schema: unknown): Record<string, unknown> | null {
  if (schema === null || schema === undefined) return { type: 'object', properties: {}, additionalProperties: false }
  if (!isRecord(schema)) return null
  return schema.type === undefined ? { ...schema, type: 'object' } : schema.type === 'object' ? schema : null
}
