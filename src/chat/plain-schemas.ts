/**
 * A tool whose schema has nothing that a template may stumble over: every argument has one type and a description.
 * Some templates print a schema as a signature in some language, and fail on what they didn't think of.
 */
export function withPlainSchemas(tool: unknown): unknown {
  if (!isRecord(tool) || !isRecord(tool.function)) return tool
  const { description = '', parameters } = tool.function
  return { ...tool, function: { ...tool.function, description, parameters: plainSchema(parameters, 'object') } }
}

function plainSchema(schema: unknown, fallback: string): unknown {
  if (!isRecord(schema)) return { type: fallback, description: '' }
  const { properties, items } = schema
  const type = typeOf(schema, fallback)
  return {
    ...schema,
    type,
    description: schema.description ?? '',
    ...((isRecord(properties) || type === 'object') && { properties: plainProperties(properties) }),
    ...((isRecord(items) || type === 'array') && { items: plainSchema(items, 'string') }),
  }
}

function plainProperties(properties: unknown): unknown {
  if (!isRecord(properties)) return {}
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plainSchema(schema, 'string')]))
}

/** Of several types, the first that isn't null. */
function typeOf({ type }: Record<string, unknown>, fallback: string): unknown {
  if (Array.isArray(type)) return type.find((each) => each !== 'null') ?? fallback
  return type ?? fallback
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
