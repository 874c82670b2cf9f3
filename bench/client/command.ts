import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { compare } from '../../src/benchmarks/client/compare.ts'
import { type Result, runRounds } from '../../src/benchmarks/client/rounds.ts'
import { findTargets } from '../../src/benchmarks/client/target.ts'
import { report } from '../../src/cli/bench/report.ts'
import { count, positive, positives } from '../../src/cli/numbers.ts'

interface Options {
  readonly url?: string[]
  readonly model?: string[]
  readonly apiKey?: string[]
  readonly concurrency: number[]
  readonly promptTokens: number
  readonly sharedTokens: number
  readonly maxTokens: number
  readonly requests: number
  readonly warmup: number
  readonly rounds?: number
  readonly body?: Record<string, unknown>
  readonly json?: string
}

/** `npm run bench -- --url <base> …` */
export function defineLoad(command: Command): void {
  command
    .description('Measure a server that speaks the OpenAI API; several --url are measured in turn and compared.')
    .option('--url <base>', 'base URL, such as http://127.0.0.1:8420/v1; repeatable', append)
    .option('--model <id>', 'model, once or once a URL (default: the first the server lists)', append)
    .option('--api-key <key>', 'API key, once or once a URL', append)
    .option('--concurrency <list>', 'clients at once, one level after the other', positives, [1, 2, 4, 8])
    .option('--prompt-tokens <n>', 'tokens of each prompt, about', positive, 128)
    .option('--shared-tokens <n>', 'tokens at the beginning that all prompts of a level share', count, 0)
    .option('--max-tokens <n>', 'tokens of each answer at most', positive, 128)
    .option('--requests <n>', 'requests for each level and round', positive, 16)
    .option('--warmup <n>', 'unmeasured requests at the beginning', count, 2)
    .option('--rounds <n>', 'rounds (default: 1, or 5 for several URLs)', positive)
    .option('--body <json>', 'further fields of the request body, such as {"ignore_eos":true}', jsonObject)
    .option('--json <file>', 'write everything measured as JSON; - is standard output instead of the table')
    .action(async (options: Options) => {
      const { url = [], model = [], apiKey = [], body: extra = {} } = options
      if (url.length === 0) command.error('Name at least one server with --url.')
      const targets = await findTargets({ url, model, apiKey })
      const plan = { ...options, targets, extra, rounds: options.rounds ?? (targets.length === 1 ? 1 : 5) }
      const results = await runRounds(plan, tell)
      const json = () => `${JSON.stringify(documentOf(options, plan.rounds, targets, results), null, 2)}\n`
      if (options.json === '-') process.stdout.write(json())
      else {
        process.stdout.write(`${report(targets, results)}\n`)
        if (options.json !== undefined) writeFileSync(options.json, json())
      }
    })
}

/** Keys stay out of it. */
function documentOf(
  { concurrency, promptTokens, sharedTokens, maxTokens, requests, warmup, body }: Options,
  rounds: number,
  targets: Awaited<ReturnType<typeof findTargets>>,
  results: readonly Result[],
): Record<string, unknown> {
  return {
    date: new Date().toISOString(),
    options: { concurrency, promptTokens, sharedTokens, maxTokens, requests, warmup, rounds, body },
    targets: targets.map(({ url, model }) => ({ url: url.href, model })),
    results,
    comparisons: compare(results),
  }
}

function tell({ target, concurrency, round, summary }: Result): void {
  const rate = summary.tokensPerSecond.toFixed(1)
  process.stderr.write(`round ${round + 1}, target ${target + 1}, ${concurrency} clients: ${rate} tok/s\n`)
}

export function append(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

export function jsonObject(value: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(value)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // Said below, as for JSON that is no object.
  }
  throw new InvalidArgumentError('It must be a JSON object.')
}
