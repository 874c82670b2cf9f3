import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { positive } from '../../src/cli/numbers.ts'
import { table } from '../../src/cli/table.ts'
import { TrivetServer } from '../overhead/server.ts'
import { errand } from './mixture.ts'
import { type Resident, residentBytes } from './resident.ts'

interface Options {
  readonly model: string
  readonly requests: number
  readonly rounds: number
  readonly concurrency: number
  readonly threads: number
}

/** `npm run bench -- memory` */
export function defineMemory(command: Command): void {
  command
    .summary('watch memory over many mixed requests')
    .description(
      'Send mixed requests, some of whose clients leave, and tell what server and engine hold after each round.',
    )
    .option('--model <file>', 'GGUF file', 'models/demo.gguf')
    .option('--requests <n>', 'requests of a round', positive, 250)
    .option('--rounds <n>', 'rounds; the first warms up', positive, 5)
    .option('--concurrency <n>', 'requests at once', positive, 4)
    .option('--threads <n>', 'compute threads', positive, 1)
    .action(async (options: Options) => {
      const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'))
      const { threads, concurrency } = options
      const modelPath = resolve(options.model)
      const server = await TrivetServer.start({ modelPath, threads, slots: concurrency, contextTokens: 1024 }, folder)
      try {
        process.stdout.write(`${report(await measure(server, options))}\n`)
      } finally {
        await server.stop()
        rmSync(folder, { recursive: true })
      }
    })
}

/** Bytes held after each round. */
async function measure(server: TrivetServer, { requests, rounds, concurrency }: Options): Promise<readonly Resident[]> {
  const held: Resident[] = []
  for (let round = 0; round < rounds; round++) {
    let next = round * requests
    const client = async () => {
      while (next < (round + 1) * requests) await run(server.url, next++)
    }
    await Promise.all(Array.from({ length: concurrency }, client))
    held.push(residentBytes(server.pid))
  }
  return held
}

async function run(url: URL, index: number): Promise<void> {
  const { path, body, leaves } = errand(index, 'bench')
  const leave = new AbortController()
  const response = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leave.signal,
  })
  if (response.status !== 200) throw new Error(`${path}: HTTP ${response.status}: ${await response.text()}`)
  if (!leaves) return void (await response.arrayBuffer())
  await response.body?.getReader().read()
  leave.abort()
}

function report(held: readonly Resident[]): string {
  const total = ({ own, children }: Resident) => own + children
  const rows = held.map((resident, round) => [
    String(round + 1),
    mebibytes(resident.own),
    mebibytes(resident.children),
    round === 0 ? '–' : `${((total(resident) / total(held[round - 1] ?? resident) - 1) * 100).toFixed(1)} %`,
  ])
  return table(['round', 'server', 'engine', 'more than before'], rows)
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}
