import type { ModelFields } from '../../api/models/encode.ts'
import { byteSize, table } from '../table.ts'
import { ask } from './remote-desk.ts'

/** The models of a server that hold memory, or will presently, or failed to. */
export async function loadedAt(server: string): Promise<readonly ModelFields[]> {
  const { data } = await ask<{ data: ModelFields[] }>(server, 'GET', '/v1/models')
  return data.filter(({ state }) => state !== 'stopped')
}

/** @param now milliseconds since the Unix epoch */
export function printedLoaded(models: readonly ModelFields[], now: number): string {
  if (models.length === 0) return 'Nothing is loaded.'
  const rows = models.map((model) => [
    model.id,
    model.state === 'starting' ? `${model.state} ${Math.floor(model.progress * 100)} %` : model.state,
    `${model.instance_count}/${model.settings.instance_count}`,
    `${model.settings.context ?? ''}`,
    model.memory === null ? '' : byteSize(model.memory.total_bytes * Math.max(1, model.instances.length)),
    `${model.running}`,
    `${model.waiting}`,
    until(model, now),
  ])
  const reasons = models.flatMap(({ id, reason }) => (reason === null ? [] : [`${id}: ${reason}`]))
  const headings = ['MODEL', 'STATE', 'INSTANCES', 'CONTEXT', 'MEMORY', 'RUNNING', 'WAITING', 'UNTIL']
  return [table(headings, rows), ...reasons].join('\n')
}

/** How long it stays if nothing comes. */
function until({ expires_at, settings, running }: ModelFields, now: number): string {
  if (expires_at !== null) return `${Math.max(0, Math.round(expires_at - now / 1000))} s`
  return settings.keep_alive < 0 ? 'for good' : running > 0 ? 'in use' : ''
}
