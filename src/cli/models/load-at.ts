import type { z } from 'zod'
import type { reportSchema } from '../../api/models/load.ts'
import type { outlookSchema } from '../../api/models/outlook.ts'
import { serverJob, toldError } from '../jobs/server-job.ts'
import { type Screen, showJob } from '../jobs/show-job.ts'
import { byteSize } from '../table.ts'
import { ask } from './remote-desk.ts'

type Report = z.infer<typeof reportSchema>
type Plan = z.infer<typeof outlookSchema>

/** Who reads JSON has no use for a progress in words. */
const NOWHERE: Screen = { write: () => true }

const forever = new AbortController().signal

/** Has a server load a model, while its progress is shown, unless JSON is wanted; resolves with what to print. Rejects as it refuses. */
export async function loadAt(server: string, fields: object, json: boolean): Promise<string> {
  const events = serverJob(server, '/v1/models/load', fields, forever)
  const job = await showJob(events, { progress: json ? NOWHERE : process.stderr, json: null })
  if (job?.error) throw toldError(job.error)
  return printed(job?.result as Report, 'Loaded', json)
}

export async function resizeAt(server: string, fields: object, json: boolean): Promise<string> {
  return printed(await ask<Report>(server, 'POST', '/v1/models/resize', fields), 'Resized', json)
}

/** What loading would take; resolves with what to print. */
export async function planAt(server: string, fields: object, json: boolean): Promise<string> {
  const plan = await ask<Plan>(server, 'POST', '/v1/models/load', { ...fields, dry_run: true })
  return json ? JSON.stringify(plan, null, 2) : printedPlan(plan)
}

function printed(report: Report, done: string, json: boolean): string {
  if (json) return JSON.stringify(report, null, 2)
  const { model, requested_instance_count: requested, actual_instance_count: actual, failures } = report
  const instances = requested === 1 ? '' : `, ${actual} of ${requested} instances`
  return [`${done} ${model.id}${instances}.`, ...failures].join('\n')
}

/** In words: what it needs, of what, and who would have to go. */
export function printedPlan({ model, memory, ...plan }: Plan): string {
  const of = (device: NonNullable<Plan['memory']>['devices'][number]) =>
    `${device.device}: ${byteSize(device.total_bytes)} (weights ${byteSize(device.weights_bytes)}, KV cache ${byteSize(device.kv_cache_bytes)}, compute ${byteSize(device.compute_bytes)}, runtime ${byteSize(device.runtime_bytes)})`
  const needed = [
    neededOf(plan.needed_bytes, plan.free_bytes),
    ...plan.accelerators.map((each) => `on ${each.device} ${neededOf(each.needed_bytes, each.free_bytes)}`),
  ].join('; ')
  const others = plan.evicts.length === 0 ? '' : ` once ${plan.evicts.join(', ')} is unloaded`
  return [
    `${model}: ${plan.instance_count} × ${plan.slots} slots of ${plan.context ?? '?'} tokens`,
    ...(memory?.devices.map(of) ?? []),
    plan.fits ? `It fits${others}: ${needed}.` : `It does not fit: ${needed}.`,
  ].join('\n')
}

function neededOf(needed: number, free: number | null): string {
  return `${byteSize(needed)} needed, ${free === null ? 'an unknown amount' : byteSize(Math.max(0, free))} free`
}
