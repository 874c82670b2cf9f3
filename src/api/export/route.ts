import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { conversationMarkdown, exportFileName } from './markdown.ts'
import { type ExportRequestFields, exportRequestSchema } from './request-schema.ts'

/** InferBridge's way to keep a conversation as a file. */
export function exportEndpoint({ clock }: Services): Endpoint<ExportRequestFields> {
  return {
    method: 'POST',
    path: '/v1/chat/export',
    scope: 'inference',
    tag: 'Chat',
    summary: 'Make a Markdown file of a conversation',
    body: exportRequestSchema,
    responses: { 200: { description: 'The file.', content: { 'text/markdown': z.string() } } },
    handle({ body }) {
      const at = new Date(clock.now())
      return {
        kind: 'content',
        contentType: 'text/markdown; charset=utf-8',
        headers: { 'content-disposition': `attachment; filename="${exportFileName(at)}"` },
        pieces: [conversationMarkdown(body, at)],
      }
    },
  }
}
