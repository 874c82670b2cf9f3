import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint } from '../api/endpoint.ts'
import { ERROR_SCHEMAS } from '../api/error-schema.ts'
import { tidyComponents } from './openapi-components.ts'

/** OpenAPI 3.1, made from the same zod schemas that validate. */
export function openApiOptions(version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trivet',
        version,
        description:
          'One local inference server: the OpenAI API on whatever chip this machine has. Bodies are JSON in UTF-8, as ' +
          'it is or in gzip, deflate or br, but for forms with files; without a content type they are taken for that, ' +
          'with another one they are refused (415). A field that is null is the same as one that is absent. Every answer has an `x-request-id`, ' +
          'the one it was asked with if safe.',
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      return { schema, url: documentedPath(url, route.schema) }
    },
    transformObject: (document) => tidyComponents(jsonSchemaTransformObject(document)),
  }
}

/** What one endpoint contributes to the document. */
export function routeSchema(endpoint: Endpoint): FastifySchema {
  const params = paramsSchema(endpoint)
  return {
    tags: [endpoint.tag],
    ...(endpoint.hidden && { hide: true }),
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    ...(params && { params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.isForm && { consumes: ['multipart/form-data'] }),
    response: {
      ...Object.fromEntries(
        Object.entries(endpoint.responses).map(([status, { description, content }]) => [
          status,
          { description, content: mapValues(content, (schema) => ({ schema })) },
        ]),
      ),
      default: {
        description: 'What went wrong.',
        content: { 'application/json': { schema: ERROR_SCHEMAS[endpoint.errors ?? 'openai'] } },
      },
    },
  }
}

/** The variable parts of the path, if it has any. */
function paramsSchema({ rest, params = {} }: Endpoint): z.ZodType | undefined {
  const described = { ...params, ...(rest && { [rest.name]: rest.description }) }
  return Object.keys(described).length === 0
    ? undefined
    : z.object(mapValues(described, (description) => z.string().describe(description)))
}

/** A router's `*` as the path parameter that it stands for. */
function documentedPath(url: string, schema: FastifySchema | undefined): string {
  const params = schema?.params
  if (!url.endsWith('*') || !(params instanceof z.ZodObject)) return url
  return url.replace('*', `{${Object.keys(params.shape).join()}}`)
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
