import { z } from 'zod'
import { type Endpoint, jsonDoc } from '../../endpoint.ts'
import { ERROR_SCHEMAS } from '../../error-schema.ts'
import type { OpenApiDocument, Schema } from './document.ts'

/** What zod makes of a schema: itself, and what it shares with others. */
interface Definitions {
  readonly definitions?: Readonly<Record<string, unknown>>
}

/** The OpenAPI 3.0 document of these endpoints, for products whose own is of that version. */
export function openApiOf(
  endpoints: readonly Endpoint[],
  info: OpenApiDocument['info'],
): OpenApiDocument & { readonly openapi: string } {
  const schemas = new Map<string, Schema>()
  const paths: Record<string, OpenApiDocument['paths'][string]> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.rest ? endpoint.path.replace('*', `{${endpoint.rest.name}}`) : endpoint.path
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) }
  }
  return { openapi: '3.0.3', info, paths, components: { schemas: Object.fromEntries(schemas) } }
}

function operation(endpoint: Endpoint, schemas: Map<string, Schema>) {
  const { rest, tag, summary, description, body, errors = 'openai' } = endpoint
  const parameters = rest
    ? [{ name: rest.name, in: 'path', required: true, description: rest.description, schema: { type: 'string' } }]
    : []
  const failure = jsonDoc('What went wrong.', ERROR_SCHEMAS[errors])
  const responses = Object.entries({ ...endpoint.responses, default: failure })
  return {
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: contentOf({ 'application/json': body }, 'input', schemas) },
    }),
    responses: Object.fromEntries(
      responses.map(([status, { description, content }]) => [
        status,
        { description, content: contentOf(content, 'output', schemas) },
      ]),
    ),
  }
}

function contentOf(
  content: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
  schemas: Map<string, Schema>,
): Record<string, { schema: Schema }> {
  return Object.fromEntries(
    Object.entries(content).map(([type, schema]) => {
      const made: object = z.toJSONSchema(schema, { io, target: 'openapi-3.0' })
      const { definitions = {}, ...own } = made as Definitions
      for (const [name, definition] of Object.entries(definitions)) schemas.set(name, hoisted(definition) as Schema)
      return [type, { schema: hoisted(own) as Schema }]
    }),
  )
}

/** With references to where such a document keeps what is shared. */
function hoisted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(hoisted)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string'
        ? value.replace('#/definitions/', '#/components/schemas/')
        : hoisted(value),
    ]),
  )
}
