import { arch, release, version as systemVersion, type } from 'node:os'
import type { Catalogue } from '../../models/catalogue/catalogue.ts'
import type { StoredModel } from '../../models/catalogue/model.ts'
import type { ServerEvent } from '../../telemetry/events.ts'
import { type LogLine, readLine } from '../../telemetry/log.ts'
import { encodeDevices } from '../devices/encode.ts'
import type { Services } from '../services.ts'
import { encodeEvent, encodeStatus } from '../telemetry/encode.ts'
import type { Files } from './archive.ts'
import { discreetSettings } from './settings.ts'

/** Everything a server knows that may help, and may be shown. */
export async function serverFiles(services: Services): Promise<Files> {
  const { telemetry, catalogue, machine, version, about } = services
  const { events: _, ...status } = await encodeStatus(services)
  return {
    'versions.json': versions(version),
    'settings.json': discreetSettings(about().settings),
    'machine.json': encodeDevices(await machine.report()),
    'models.json': modelFacts(catalogue),
    'status.json': status,
    'events.json': telemetry.events.latest(Number.MAX_SAFE_INTEGER).map(discreetEvent).map(encodeEvent),
    'log.jsonl': telemetry.log.latest(Number.MAX_SAFE_INTEGER).map(readLine).map(discreetLine).join(''),
    'metrics.txt': await telemetry.metrics.text(),
  }
}

/** @param version Trivet's own */
export function versions(version: string): object {
  return {
    trivet: version,
    node: process.versions.node,
    system: { type: type(), release: release(), version: systemVersion(), architecture: arch() },
  }
}

/** What models there are, and what they are like; not where. */
export function modelFacts(catalogue: Pick<Catalogue, 'list'>): readonly object[] {
  return catalogue.list().map(({ id, source, sizeBytes, facts, invalid, aliases, pinned, path }: StoredModel) => ({
    id,
    source,
    size_bytes: sizeBytes,
    architecture: facts?.architecture ?? null,
    invalid: invalid?.replaceAll(path, '<path>') ?? null,
    aliases,
    pinned,
  }))
}

/** Keys are called what people like. */
function discreetEvent(event: ServerEvent): ServerEvent {
  return event.type.startsWith('key.') ? { ...event, message: `An API key: ${event.type}.` } : event
}

/** What is no route may be anything that a client has sent by mistake. */
function discreetLine({ atMs, level, message, requestId, fields }: LogLine): string {
  const { key: _, ...rest } = fields
  const shown = rest.status === 404 && 'path' in rest ? { ...rest, path: '<unknown>' } : rest
  return `${JSON.stringify({ time: new Date(atMs).toISOString(), level, message, requestId, ...shown })}\n`
}
