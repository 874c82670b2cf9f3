import type { Tool } from '../../core/chat.ts'
import { argumentsSchema } from './arguments.ts'
import type { OfferedTools } from './format.ts'
import { isRecord } from './parameters.ts'

/** The tools as a reader asks about them. */
export function offeredTools(tools: readonly Tool[]): OfferedTools {
  const properties = new Map(tools.map((tool) => [tool.name, propertiesOf(argumentsSchema(tool))]))
  return {
    has: (name) => properties.has(name),
    argument(tool, name) {
      const known = properties.get(tool)
      return known && Object.hasOwn(known, name) ? known[name] : undefined
    },
  }
}

function propertiesOf(schema: unknown): Record<string, unknown> {
  return isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
}
