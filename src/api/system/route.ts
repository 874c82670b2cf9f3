import { z } from 'zod'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import type { OpenApiDocument } from './docs/document.ts'
import { docsPage } from './docs/page.ts'

const page = z.string().describe('A web page.')

/** The server's own description, for programs and for people. */
export function systemEndpoints({ document }: Services): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/docs',
      scope: 'open',
      tag: 'System',
      summary: 'Read this documentation',
      responses: { 200: { description: 'The page.', content: { 'text/html': page } } },
      handle: () => ({ kind: 'page', ...docsPage(document() as OpenApiDocument) }),
    },
    {
      method: 'GET',
      path: '/openapi.json',
      scope: 'open',
      tag: 'System',
      summary: 'Read it as OpenAPI 3.1',
      responses: {
        200: jsonDoc('The document.', z.record(z.string(), z.unknown())),
      },
      handle: () => json(document()),
    },
  ]
}
