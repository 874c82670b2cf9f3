import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Spread } from '../../src/benchmarks/client/statistics.ts'
import { positive, positives } from '../../src/cli/numbers.ts'
import { table } from '../../src/cli/table.ts'
import { writeScripted } from '../../src/models/gguf/scripted.ts'
import { BareEngine } from './bare.ts'
import { type Cost, costs } from './cost.ts'
import { measure } from './measure.ts'
import { TrivetServer } from './server.ts'

interface Options {
  readonly model?: string
  readonly concurrency: number[]
  readonly maxTokens: number
  readonly rounds: number
  readonly threads: number
  readonly json?: string
}

/** Room for the prompt beside the answer, in tokens. */
const PROMPT_ROOM = 512

/** `npm run bench -- overhead` */
export function defineOverhead(command: Command): void {
  command
    .summary("measure Trivet's own cost a token")
    .description("Measure what Trivet adds to a token: its server against the engine's bare loop, in the same run.")
    .option('--model <file>', 'GGUF file (default: a tiny scripted model, all cost and no computing)')
    .option('--concurrency <list>', 'answers at once, one level after the other', positives, [1, 4, 8])
    .option('--max-tokens <n>', 'tokens of each answer at most', positive, 256)
    .option('--rounds <n>', 'rounds', positive, 7)
    .option('--threads <n>', 'compute threads of both', positive, 1)
    .option('--json <file>', 'write everything measured as JSON')
    .action(async (options: Options) => {
      const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'))
      try {
        const rounds = await run(options, folder)
        process.stdout.write(`${overheadReport(costs(rounds))}\n`)
        if (options.json !== undefined) {
          writeFileSync(options.json, `${JSON.stringify({ options, rounds, costs: costs(rounds) }, null, 2)}\n`)
        }
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
}

async function run(options: Options, folder: string): ReturnType<typeof measure> {
  const modelPath = options.model === undefined ? join(folder, 'scripted.gguf') : resolve(options.model)
  if (options.model === undefined) {
    writeScripted(modelPath, { script: 'Every word of this sentence is a token, and it never ends. ', endless: true })
  }
  const engine = {
    modelPath,
    threads: options.threads,
    slots: Math.max(...options.concurrency),
    contextTokens: PROMPT_ROOM + options.maxTokens,
  }
  const bare = await BareEngine.open(engine)
  try {
    const server = await TrivetServer.start(engine, folder)
    try {
      return await measure(bare, { url: server.url, model: 'bench', apiKey: null }, options)
    } finally {
      await server.stop()
    }
  } finally {
    bare.close()
  }
}

function overheadReport(all: readonly Cost[]): string {
  const rows = all.map(({ concurrency, tokens, bareUs, trivetUs, addedUs }) => [
    String(concurrency),
    tokens.bare === tokens.trivet ? String(tokens.bare) : `${tokens.bare} / ${tokens.trivet}`,
    ...[bareUs, trivetUs, addedUs].map(cell),
  ])
  const title = 'Wall time of one token in µs, the median of rounds (their range); the client runs on the same machine:'
  return `${title}\n${table(['answers at once', 'tokens', 'bare engine', 'Trivet', 'Trivet adds'], rows)}`
}

function cell(value: Spread | null): string {
  if (value === null) return '–'
  return `${value.median.toFixed(0)} (${value.min.toFixed(0)} – ${value.max.toFixed(0)})`
}
