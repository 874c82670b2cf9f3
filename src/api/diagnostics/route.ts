import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { archiveOf } from './archive.ts'
import { discretion } from './discretion.ts'
import { serverFiles } from './gather.ts'

/** What to hand to whoever is to find out what is wrong. */
export function diagnosticsEndpoint(services: Services): Endpoint {
  return {
    method: 'GET',
    path: '/v1/system/diagnostics',
    scope: 'admin',
    tag: 'System',
    summary: 'Get what helps to find out what is wrong',
    description:
      'A ZIP archive of plain texts: versions, settings, the machine, models, status, events, log and metrics. Without ' +
      'prompts, answers, keys, names of people and machines, addresses and folders.',
    responses: {
      200: { description: 'The archive.', content: { 'application/zip': z.string().meta({ format: 'binary' }) } },
    },
    async handle() {
      const discreet = discretion(services.about().private)
      return {
        kind: 'content',
        contentType: 'application/zip',
        headers: {
          'content-disposition': 'attachment; filename="trivet-diagnostics.zip"',
          'cache-control': 'no-store',
        },
        pieces: [archiveOf(await serverFiles(services), discreet)],
      }
    },
  }
}
