import { compare } from '../../benchmarks/client/compare.ts'
import { type Result, runRounds } from '../../benchmarks/client/rounds.ts'
import { findTargets, type Target } from '../../benchmarks/client/target.ts'
import { credentials } from '../credentials.ts'
import type { BenchFlags } from './flags.ts'
import { report } from './report.ts'
import { type Columns, rawCell, type Sheet } from './sheet.ts'

const LEVELS = [1, 2, 4, 8]
const USUAL_TOKENS = 128
const USUAL_REQUESTS = 16
/** Of several servers; their moods are to meet all of them. */
const USUAL_ROUNDS = 5

/** What servers did, in turn. */
export interface ServersBench {
  readonly targets: readonly Target[]
  readonly results: readonly Result[]
  /** For people, with the gains. */
  readonly text: string
  readonly sheet: Sheet
}

/** Measures the servers in interleaved rounds. Rejects with `upstream_error` where one can't be asked. */
export async function benchServers(
  models: readonly string[],
  urls: readonly string[],
  flags: BenchFlags,
): Promise<ServersBench> {
  const key = credentials().authorization?.replace(/^Bearer /, '')
  const apiKey = flags.apiKey ?? (key === undefined ? [] : [key])
  const targets = await findTargets({ url: urls, model: models, apiKey })
  const plan = {
    targets,
    concurrency: flags.concurrency ?? LEVELS,
    rounds: flags.runs ?? (targets.length > 1 ? USUAL_ROUNDS : 1),
    requests: flags.requests ?? USUAL_REQUESTS,
    warmup: flags.warmup ?? 1,
    promptTokens: flags.promptTokens?.[0] ?? USUAL_TOKENS,
    sharedTokens: 0,
    maxTokens: flags.maxTokens?.[0] ?? USUAL_TOKENS,
    extra: {},
    ttftLimitMs: flags.ttftLimit,
  }
  const results = await runRounds(plan, tell)
  const { targets: _, ...settings } = plan
  const data = {
    settings,
    targets: targets.map(({ url, model }) => ({ url: url.href, model })),
    results,
    comparisons: compare(results),
  }
  return { targets, results, text: report(targets, results), sheet: { ...cells(targets, results), data } }
}

function tell({ target, concurrency, round, summary }: Result): void {
  if (!process.stderr.isTTY) return
  const speed = summary.tokensPerSecond.toFixed(1)
  process.stderr.write(`round ${round + 1}, server ${target + 1}, ${concurrency} at once: ${speed} tok/s\n`)
}

/** Every level of every round, unrounded. */
function cells(targets: readonly Target[], results: readonly Result[]): Columns {
  return {
    headings: [
      ...['url', 'model', 'round', 'concurrency', 'requests', 'failures', 'prompt_tokens', 'completion_tokens'],
      ...['ttft_p50_ms', 'ttft_p95_ms', 'ttft_p99_ms', 'gap_p50_ms', 'gap_p95_ms', 'gap_p99_ms'],
      ...['tokens_per_second', 'decode_per_second', 'bursts', 'requests_per_second', 'good_per_second'],
    ],
    rows: results.map(({ target, round, concurrency, summary }) => [
      ...[targets[target]?.url.href ?? '', targets[target]?.model ?? ''],
      ...[
        ...[round + 1, concurrency, summary.requests, summary.failures],
        ...[summary.promptTokens, summary.completionTokens],
        ...[summary.ttftMs.p50, summary.ttftMs.p95, summary.ttftMs.p99],
        ...[summary.gapMs.p50, summary.gapMs.p95, summary.gapMs.p99],
        ...[
          summary.tokensPerSecond,
          summary.decodePerSecond,
          summary.bursts,
          summary.requestsPerSecond,
          summary.goodPerSecond,
        ],
      ].map(rawCell),
    ]),
  }
}
