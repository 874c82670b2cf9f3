import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

/** Whether anyone is there, in a word. */
export const llamapiHealth: Endpoint = {
  method: 'GET',
  path: '/health',
  scope: 'open',
  tag: 'LlamaPi',
  errors: 'llamapi',
  summary: 'Is the server up?',
  responses: { 200: { description: 'Yes.', content: { 'text/plain': z.literal('ok') } } },
  handle: () => ({ kind: 'content', contentType: 'text/plain; charset=utf-8', pieces: ['ok'] }),
}
