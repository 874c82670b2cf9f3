import { type OpenApiDocument, type Operation, refName, type Schema } from '../../src/api/system/docs/document.ts'
import { ERRORS } from '../../src/core/errors.ts'

/** The API as one Markdown page, made of the server's OpenAPI document and the errors table. */
export function apiPage(document: OpenApiDocument): string {
  const schemas = document.components?.schemas ?? {}
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'Other'))]
  const sections = tags.flatMap((tag) => [
    `## ${tag}`,
    ...operations
      .filter(({ operation }) => (operation.tags?.[0] ?? 'Other') === tag)
      .map(({ name, operation }) => route(name, operation, schemas)),
  ])
  return [
    '# API',
    'Made by a test out of the server’s own OpenAPI document; `npx vitest run test/docs -u` makes it anew. A running server shows the same, with every answer’s schema, at `/docs` and `/openapi.json`.',
    ...sections,
    errors(),
    '',
  ].join('\n\n')
}

function route(name: string, operation: Operation, schemas: Readonly<Record<string, Schema>>): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const fields = body === undefined ? [] : fieldsOf(resolve(body, schemas))
  const table = ['| field | type | |', '|---|---|---|', ...fields].join('\n')
  const parts = [`### \`${name}\``, sentence(operation.summary ?? '', operation.description)]
  return [...parts, ...(fields.length > 0 ? [table] : [])].join('\n\n')
}

function sentence(summary: string, description = ''): string {
  return description === '' ? `${summary}.` : `${summary}. ${description}`
}

function fieldsOf({ properties = {}, required = [] }: Schema): readonly string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const told = `\`${name}\`${required.includes(name) ? ' (required)' : ''}`
    return `| ${told} | ${cell(typeOf(schema))} | ${cell(schema.description ?? '')} |`
  })
}

function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  return schema.$ref === undefined ? schema : (schemas[refName(schema.$ref)] ?? schema)
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return refName(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].filter((type) => type !== 'null').join(' or ')
  if (schema.type === 'array') return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
  return [schema.type ?? 'anything'].flat().join(' or ')
}

function errors(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, message }]) => `| \`${code}\` | ${status} | ${cell(message)} |`,
  )
  return ['## Errors', ['| code | status | message |', '|---|---|---|', ...rows].join('\n')].join('\n\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
