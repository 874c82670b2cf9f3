import { readdirSync, readFileSync } from 'node:fs'
import { childrenOf } from '../engine/processes.ts'

/** What a server holds, as Linux and the server itself tell. */
export interface Holdings {
  /** Open file descriptors of the server. */
  readonly files: number
  readonly children: number
  /** Requests that wait or run. */
  readonly requests: number
}

export interface Totals {
  readonly requests: number
  readonly prompt: number
  readonly completion: number
}

/** Asks the server, as who may see everything. */
export type Read = (path: string) => Promise<Pick<Response, 'json' | 'text'>>

export async function holdings(pid: number, read: Read): Promise<Holdings> {
  const status = (await (await read('/v1/system/status')).json()) as { models: { running: number; waiting: number }[] }
  const { data } = (await (await read('/v1/requests')).json()) as { data: readonly unknown[] }
  return {
    files: readdirSync(`/proc/${pid}/fd`).length,
    children: childrenOf(pid).length,
    requests: status.models.reduce((sum, { running, waiting }) => sum + running + waiting, data.length),
  }
}

/** Memory in use, in bytes: the server's, and that of these engines together. */
export function memory(pid: number, engines: readonly number[]): { readonly server: number; readonly engines: number } {
  return { server: resident(pid), engines: engines.reduce((sum, child) => sum + resident(child), 0) }
}

function resident(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** The same totals from each of the three places that count. */
export async function countedEverywhere(
  read: Read,
): Promise<Readonly<Record<'telemetry' | 'metrics' | 'keys', Totals>>> {
  const telemetry = (await (await read('/v1/system/telemetry')).json()) as { usage: { totals: UsageFields } }
  const keys = (await (await read('/v1/keys/stats')).json()) as { data: readonly UsageFields[] }
  const metrics = await (await read('/metrics')).text()
  return {
    telemetry: totalsOf([telemetry.usage.totals]),
    keys: totalsOf(keys.data),
    metrics: {
      requests: sumOf(metrics, 'trivet_requests_total'),
      prompt: sumOf(metrics, 'trivet_prompt_tokens_total'),
      completion: sumOf(metrics, 'trivet_completion_tokens_total'),
    },
  }
}

/** What one key has asked, by its name. */
export async function countedOf(key: string, read: Read): Promise<Totals> {
  const { data } = (await (await read('/v1/keys/stats')).json()) as {
    data: readonly (UsageFields & { name: string })[]
  }
  return totalsOf(data.filter(({ name }) => name === key))
}

/** A counter of Prometheus, over all labels. */
export function sumOf(metrics: string, name: string): number {
  const values = metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'gm'))
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0)
}

interface UsageFields {
  readonly requests: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
}

function totalsOf(usages: readonly UsageFields[]): Totals {
  const sum = (of: keyof UsageFields) => usages.reduce((total, usage) => total + usage[of], 0)
  return { requests: sum('requests'), prompt: sum('prompt_tokens'), completion: sum('completion_tokens') }
}
