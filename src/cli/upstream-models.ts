import { readFileSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { type Directory, openDirectory, UPSTREAM_SCHEME } from '../engine/registry.ts'
import type { ModelEntry, ModelSource } from '../scheduler/scheduler.ts'
import type { Logger } from '../telemetry/logger.ts'

/** The servers of the settings, asked what they have. Throws `invalid_config` for a certificate that isn't there. */
export function openUpstreams({ upstreams }: Config, clock: Clock, logger: Logger): Promise<Directory> {
  const endpoints = upstreams.map(({ authorityPath, ...endpoint }) => ({
    ...endpoint,
    authority: authorityPath === null ? null : certificate(authorityPath),
  }))
  return openDirectory({
    endpoints,
    clock,
    report: (problem) => logger.warn({ problem: problem.message }, 'asking another server for its models'),
  })
}

/** A model by its name at other servers. */
export function remoteEntry(id: string): ModelEntry {
  return { id, path: `${UPSTREAM_SCHEME}${id}`, placement: {}, keepAliveMs: Number.POSITIVE_INFINITY }
}

/** The models of this machine, and those of other servers by names that are free here; as many instances as have them. */
export function withUpstreams(source: ModelSource, directory: Directory): ModelSource {
  const remote = (id: string): ModelEntry | null => {
    const servers = directory.of(id)
    const [first] = servers
    if (first === undefined) return null
    const origin = { owner: first.owner ?? null, created: first.created ?? null }
    return { ...remoteEntry(id), instances: servers.length, follows: () => directory.of(id).length, origin }
  }
  const remotes = () => directory.models().flatMap((id) => remote(id) ?? [])
  /** Of another server, unless a model of this machine has the name. */
  const elsewhere = (name: string): ModelEntry | null => {
    const entry = remote(name)
    return entry !== null && source.entries().some(({ id }) => id === name) ? null : entry
  }

  return {
    entries() {
      const own = source.entries()
      const taken = new Set(own.map(({ id }) => id))
      return [...own, ...remotes().filter(({ id }) => !taken.has(id))]
    },
    find: (name) => elsewhere(name) ?? source.find(name),
    look: async (name) => elsewhere(name) ?? source.look(name),
  }
}

function certificate(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = `upstreams: the certificate ${path} can't be read: ${(error as Error).message}`
    throw new TrivetError('invalid_config', { reason })
  }
}
