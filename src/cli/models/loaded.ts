import type { ModelFields } from '../../api/models/encode.ts'
import { byteSize, table } from '../table.ts'
import { ask } from './remote-desk.ts'

/**
 * The models of a server that hold memory, or will presently, or failed to. Of a file that is no model no instance is
 * wanted: it is not for loading.
 */
export async function loadedAt(server: string): Promise<readonly ModelFields[]> {
  const { data } = await ask<{ data: ModelFields[] }>(server, 'GET', '/v1/models')
  return data.filter(({ state, settings }) => state !== 'stopped' && settings.instance_count > 0)
}

/** @param now milliseconds since the Unix epoch */
export function printedLoaded(models: readonly ModelFields[], now: number): string {
  if (models.length === 0) return 'Nothing is loaded.'
  const rows = models.flatMap((model) =>
    (model.groups.length > 0 ? model.groups : [notLoaded(model)]).map((group) => [
      model.id,
      group.state === 'starting' ? `${group.state} ${Math.floor(model.progress * 100)} %` : group.state,
      `${group.instance_count}/${group.requested_instance_count}`,
      `${group.context ?? ''}`,
      group.memory === null ? '' : byteSize(group.memory.total_bytes * Math.max(1, group.instance_count)),
      `${group.running}`,
      `${group.waiting}`,
      until(group, now),
    ]),
  )
  const reasons = models.flatMap(({ id, reason }) => (reason === null ? [] : [`${id}: ${reason}`]))
  const headings = ['MODEL', 'STATE', 'INSTANCES', 'CONTEXT', 'MEMORY', 'RUNNING', 'WAITING', 'UNTIL']
  return [table(headings, rows), ...reasons].join('\n')
}

type Group = ModelFields['groups'][number]

/** Of a model that failed before there was anything of it. */
function notLoaded({ state, reason, settings, memory, running, waiting }: ModelFields): Group {
  const { instance_count: wanted, context, slots } = settings
  const counts = { instance_count: 0, requested_instance_count: wanted, running, waiting }
  return { state, reason, ...counts, context, slots, memory, expires_at: null }
}

/** How long it stays if nothing comes. */
function until({ state, expires_at, running }: Group, now: number): string {
  if (expires_at !== null) return `${Math.max(0, Math.round(expires_at - now / 1000))} s`
  return state !== 'ready' ? '' : running > 0 ? 'in use' : 'for good'
}
