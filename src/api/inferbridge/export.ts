import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import type { Endpoint } from '../endpoint.ts'
import { type ExportRequestFields, exportRequestSchema } from '../export/request-schema.ts'
import { exportEndpoint } from '../export/route.ts'
import type { Services } from '../services.ts'
import { MAX_MESSAGES } from './limits.ts'

const schema = exportRequestSchema.extend({
  messages: z.array(exportRequestSchema.shape.messages.element).max(MAX_MESSAGES),
})

/** The same file as ours; nothing to export is a fault of its own. */
export function inferbridgeExport(services: Services): Endpoint<ExportRequestFields> {
  const endpoint = exportEndpoint(services)
  return {
    ...endpoint,
    tag: 'InferBridge',
    errors: 'inferbridge',
    body: schema,
    handle(call) {
      if (call.body.messages.length > 0) return endpoint.handle(call)
      throw new TrivetError('invalid_value', { reason: 'No messages to export' }, 'messages')
    },
  }
}
