import type { OpenApiDocument } from '../../src/api/system/docs/document.ts'
import { ERRORS } from '../../src/core/errors.ts'

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

interface Operation {
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** The API as one Markdown page, made of the server's OpenAPI document and the errors table. */
export function apiPage(document: OpenApiDocument): string {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: operation as unknown as Operation,
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
  const parts = [`### \`${name}\``, sentence(operation.summary, operation.description)]
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
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (schemas[name] ?? schema)
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
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
