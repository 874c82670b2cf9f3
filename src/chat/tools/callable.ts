import { createHash } from 'node:crypto'
import type { Tool } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import { anyObject, compileSchema, isSatisfiable, toGbnf } from '../grammar/index.ts'
import { Lru } from '../grammar/lru.ts'
import { argumentsSchema } from './arguments.ts'
import type { CallableTool, ToolFormat } from './format.ts'
import { isRecord, loosened } from './parameters.ts'

export interface CallableTools {
  readonly tools: readonly CallableTool[]
  /** Which tools' arguments can be no more than a JSON object, because their schema can't be enforced. By index. */
  readonly unenforced: readonly number[]
}

/** Tools kept compiled. Agents send the same dozens of them with every request. */
const kept = new Lru<CallableTools>(32)

/**
 * The tools with the languages of their arguments; the same array for the same tools. One odd schema spoils nothing but
 * itself; only when all together make too large a grammar are none enforced.
 */
export function callableTools(tools: readonly Tool[], format: ToolFormat): CallableTools {
  const key = createHash('sha256')
    .update(JSON.stringify([format.name, tools]))
    .digest('base64')
  return kept.get(key, () => {
    const callable = compiled(tools, format, enforced)
    return isWritable(callable, format) ? callable : compiled(tools, format, () => null)
  })
}

function compiled(tools: readonly Tool[], format: ToolFormat, enforce: typeof enforced): CallableTools {
  const made = tools.map((tool) => enforce(tool, format))
  return {
    tools: made.map((tool, index) => tool ?? unenforced(tools[index])),
    unenforced: made.flatMap((tool, index) => (tool ? [] : [index])),
  }
}

function isWritable({ tools }: CallableTools, format: ToolFormat): boolean {
  try {
    return toGbnf(format.calls(tools, true)) !== ''
  } catch (refusal) {
    if (refusal instanceof TrivetError) return false
    throw refusal
  }
}

function enforced(tool: Tool, format: ToolFormat): CallableTool | null {
  const schema = objectSchema(argumentsSchema(tool))
  if (schema === null) return null
  try {
    const made = { name: tool.name, parameters: schema, arguments: compileSchema(schema) }
    return isSatisfiable(format.calls([made], false)) ? made : null
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
