import { z } from 'zod'
import { onDemand } from '../../core/on-demand.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { openApiOf } from '../system/docs/openapi-of.ts'
import { docsPage } from '../system/docs/page.ts'

const yaml = onDemand<typeof import('yaml')>('yaml')

const text = z.string()

/** What GenieX's server says of itself: these endpoints, as a document and as a page. */
export function geniexPages(endpoints: readonly Endpoint[], { version }: Services): readonly Endpoint[] {
  const document = () =>
    openApiOf(endpoints, { title: 'GenieX on Trivet', version, description: "GenieX's API, as Trivet serves it." })
  return [
    {
      method: 'GET',
      scope: 'open',
      path: '/',
      tag: 'GenieX',
      summary: 'Go to the documentation',
      errors: 'geniex',
      responses: {},
      handle: () => ({ kind: 'redirect', location: '/docs/ui/' }),
    },
    {
      method: 'GET',
      scope: 'open',
      path: '/v1',
      tag: 'GenieX',
      summary: 'See that the server runs',
      errors: 'geniex',
      responses: { 200: { description: 'It does.', content: { 'text/plain': text } } },
      // Word for word, since this is what clients look for.
      handle: () => ({ kind: 'content', contentType: 'text/plain; charset=utf-8', pieces: ['GenieX-CLI is running'] }),
    },
    {
      method: 'GET',
      scope: 'open',
      path: '/docs/swagger.yaml',
      tag: 'GenieX',
      summary: 'Read the API as OpenAPI 3.0',
      errors: 'geniex',
      responses: { 200: { description: 'The document.', content: { 'application/x-yaml': text } } },
      handle: () => ({ kind: 'content', contentType: 'application/x-yaml', pieces: [yaml().stringify(document())] }),
    },
    {
      method: 'GET',
      scope: 'open',
      path: '/docs/ui',
      tag: 'GenieX',
      summary: 'Read the documentation',
      errors: 'geniex',
      responses: { 200: { description: 'The page.', content: { 'text/html': text } } },
      handle: () => ({ kind: 'page', ...docsPage(document(), '../swagger.yaml') }),
    },
  ]
}
