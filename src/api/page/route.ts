import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { INDEX } from './web-page.ts'

const ASSETS = 'assets/'

/**
 * The web page for whoever reads HTML; programs are led to the documentation, as are all where no page was built. It
 * loads without a key, and asks for one itself.
 */
export function pageEndpoints({ page }: Services): readonly Endpoint[] {
  const common = { method: 'GET', scope: 'open', tag: 'System' } as const
  const file = z.string()
  return [
    {
      ...common,
      path: '/',
      summary: 'Open the web page',
      description: 'With `Accept: text/html`; everyone else is led to `/docs`.',
      responses: { 200: { description: 'The page.', content: { 'text/html': file } } },
      handle: ({ accept }) => {
        const index = page?.get(INDEX)
        const wanted = index !== undefined && accept.includes('text/html')
        return wanted ? { kind: 'file', file: index, isFolder: true } : { kind: 'redirect', location: '/docs' }
      },
    },
    {
      ...common,
      path: `/${ASSETS}*`,
      hidden: true,
      summary: 'Load a part of the web page',
      rest: { name: 'file', description: 'As the page names it.' },
      responses: { 200: { description: 'The file.', content: { '*/*': file } } },
      handle: ({ rest }) => {
        const found = page?.get(`${ASSETS}${rest}`)
        if (found === undefined)
          throw new TrivetError('not_found', { method: 'GET', path: `/${ASSETS}${rest}`.slice(0, 200) })
        return { kind: 'file', file: found }
      },
    },
  ]
}
