import { z } from 'zod'
import type { Job, JobControl } from '../../jobs/job.ts'
import type { Catalogue } from '../../models/catalogue/catalogue.ts'
import type { LoadOrder, LoadReport, Scheduler } from '../../scheduler/scheduler.ts'
import { type Endpoint, type Ignored, type JsonReply, json, type Reply } from '../endpoint.ts'
import { answerJob, jobDocs, jobWish } from '../jobs/answer-job.ts'
import type { Services } from '../services.ts'
import { blaming } from './blaming.ts'
import { viewOf } from './catalogue-view.ts'
import { decodeLoad } from './decode-load.ts'
import { encodeModel, modelSchema } from './encode.ts'
import { ignoredFields, passedOver } from './ignored.ts'
import { type LoadFields, loadSchema } from './load-schema.ts'
import { encodeOutlook, outlookSchema } from './outlook.ts'

export const reportSchema = z
  .object({
    success: z.literal(true),
    message: z.string(),
    status: z.literal('loaded'),
    requested_instance_count: z.int(),
    actual_instance_count: z.int().describe('Able to answer now.'),
    failures: z.array(z.string()).describe('Why each of the others is not.'),
    ignored: z
      .array(z.string())
      .describe(
        'Fields of the request that have no effect on this model; the header `x-trivet-warnings` names them, too.',
      ),
    model: modelSchema,
  })
  .meta({ id: 'LoadReport' })

type Report = z.infer<typeof reportSchema>

/** How models are set up and brought into memory. */
export function loadEndpoint({ scheduler, catalogue, jobs, files }: Services): Endpoint<LoadFields> {
  return {
    method: 'POST',
    path: '/v1/models/load',
    scope: 'manage',
    tag: 'Models',
    summary: 'Load a model, with these settings',
    description:
      'Answers once at least one instance is ready, or at once with a job. A model that is loaded otherwise goes on ' +
      'answering until the new instances do; with the same settings, only their number changes. Idle models are ' +
      'unloaded when it needs their memory. A field that is left out stays as it was set last, `null` is as configured, and ' +
      'so is everything after POST /v1/models/unload.',
    body: loadSchema,
    responses: jobDocs(
      'It is loaded, though perhaps not as often as asked; or, with `dry_run`, the plan.',
      z.union([reportSchema, outlookSchema]),
    ),
    async handle({ body, signal }): Promise<Reply> {
      const order = decodeLoad(body, files)
      if (body.dry_run) {
        const outlook = await blaming(body, () => scheduler.outlook(order))
        return { ...json(encodeOutlook(outlook)), ignored: passedOver(body, outlook.unheeded) }
      }
      const { stream, wait } = body
      const spec = {
        kind: 'load',
        subject: order.id,
        key: `load ${JSON.stringify(order)}`,
        work: async (control: JobControl) => {
          const report = await blaming(body, () => load(scheduler, order, control))
          return encodeReport(report, 'loaded', catalogue, ignoredFields(body, report))
        },
      } as const
      return answerJob(jobs, spec, jobWish({ stream, wait }, true), signal, answerWith)
    },
  }
}

/** What is in the report as well is told in the header that all answers have for it. */
function answerWith({ result }: Job): JsonReply {
  return { ...json(result), ignored: (result as Report).ignored }
}

async function load(
  scheduler: Scheduler,
  order: LoadOrder,
  { signal, stage, progress }: JobControl,
): Promise<LoadReport> {
  stage('loading')
  const stopListening = scheduler.onChange(({ id, progress: fraction, footprint, state }) => {
    const bytes = footprint?.devices.reduce((sum, { weights }) => sum + weights, 0) ?? 0
    if (id === order.id && state === 'starting' && bytes > 0) progress(Math.round(fraction * bytes), Math.round(bytes))
  })
  try {
    return await scheduler.load(order, signal)
  } finally {
    stopListening()
  }
}

export function encodeReport(
  report: LoadReport,
  done: 'loaded' | 'resized',
  catalogue: Catalogue,
  ignored: Ignored = [],
): Report {
  const { status, requestedInstances, actualInstances, failures } = report
  const partly = actualInstances < requestedInstances ? 'partially ' : ''
  return {
    success: true,
    message: `model '${status.id}' ${partly}${done}`,
    status: 'loaded',
    requested_instance_count: requestedInstances,
    actual_instance_count: actualInstances,
    failures: [...failures],
    ignored: [...ignored],
    model: encodeModel(viewOf(catalogue, status)),
  }
}
