import { timeoutSignal } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import type { ContractId } from '../core/products.ts'
import { type Check, isIn, type Profile, type Target } from './check.ts'
import { type Client, createClient } from './client.ts'
import { HELLO, refuseUnknown } from './known-model.ts'
import { type Report, type Result, totalsOf } from './report.ts'
import { runCheck } from './run-check.ts'

export interface VerifyOptions {
  readonly contract: ContractId
  readonly checks: readonly Check[]
  readonly profile: Profile
  /** Root of the contract's routes, without `/v1`. */
  readonly url: string
  readonly key: string | null
  /** Default: the first that the server lists. */
  readonly model: string | null
  readonly embeddingModel: string | null
  /** How long one check may take, in milliseconds. */
  readonly limitMs: number
  /** Told each result as it comes. */
  readonly onResult: (result: Result) => void
}

/**
 * Runs a contract's checks, one after another. Rejects with `upstream_error` where there is no server at all, and with
 * `model_not_found` where it has no model of a name that was given.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  const { contract, profile, url, key, limitMs, onResult } = options
  const started_at = new Date().toISOString()
  const client = () => createClient({ url, key, signal: timeoutSignal(limitMs) })
  const { embeddingModel } = options
  if (options.model !== null) await refuseUnknown(client(), options.model, '/v1/chat/completions', HELLO)
  if (embeddingModel !== null) await refuseUnknown(client(), embeddingModel, '/v1/embeddings', { input: 'a' })
  const model = options.model ?? (await firstModel(client(), url)) ?? ''
  const results: Result[] = []
  for (const check of options.checks.filter((each) => isIn(profile, each))) {
    const target: Target = { client: client(), model, embeddingModel: embeddingModel ?? '' }
    const result = await runCheck(check, target, () => performance.now())
    results.push(result)
    onResult(result)
  }
  return {
    contract,
    url: withoutCredentials(url),
    profile,
    model: model || null,
    started_at,
    totals: totalsOf(results),
    checks: results,
  }
}

/** The first id of `/v1/models`, which every contract has. */
async function firstModel(client: Client, url: string): Promise<string | undefined> {
  const { json } = await client.get('/v1/models').catch((error: unknown) => {
    throw new TrivetError('upstream_error', { url, reason: 'does not answer.' }, null, { cause: error })
  })
  const { data } = (json ?? {}) as { data?: readonly { id?: string }[] }
  return data?.[0]?.id
}

function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`.replace(/\/+$/, '')
}
