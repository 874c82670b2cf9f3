import { encodeRun } from '../../api/benchmarks/encode.ts'
import { measureModels } from '../../api/benchmarks/measure-models.ts'
import type { Flags } from '../../config/layers.ts'
import type { BenchmarkCase, BenchmarkRun } from '../../core/benchmark.ts'
import { newId } from '../../core/ids.ts'
import { STOP_MS } from '../chat/local.ts'
import { openAlone } from '../chat/open-local.ts'
import { registryFor } from '../compose.ts'
import { openMachine } from '../open-machine.ts'
import { packageVersion } from '../version.ts'
import type { BenchFlags } from './flags.ts'
import { SHORT_ANSWER, SHORT_PROMPT } from './rows.ts'
import { withBenchmarks } from './stored.ts'

/** As llama-bench has them. */
const USUAL_PROMPT = 512
const USUAL_ANSWER = 128
const USUAL_RUNS = 5

/** A run, and as the API tells it. */
export interface LocalRun {
  readonly run: BenchmarkRun
  readonly encoded: ReturnType<typeof encodeRun>
}

/** Loads one model after another here and measures each; what was measured is kept. Rejects as `Scheduler.open`. */
export async function benchHere(
  models: readonly string[],
  flags: BenchFlags,
  settings: Flags,
): Promise<readonly LocalRun[]> {
  const runs: LocalRun[] = []
  for (const model of models) {
    const run = await one(model, flags, settings)
    runs.push({ run, encoded: encodeRun(run) })
  }
  return runs
}

async function one(model: string, flags: BenchFlags, settings: Flags): Promise<BenchmarkRun> {
  const { concurrency = [1], promptTokens = [USUAL_PROMPT], maxTokens = [USUAL_ANSWER] } = flags
  const slots = { '--slots': String(Math.max(...concurrency)) }
  const { scheduler, id, config, clock } = await openAlone(model, { ...slots, ...settings })
  const machine = openMachine(registryFor(config), clock, config.chip)
  try {
    const order = {
      models: [id],
      devices: [{ name: 'auto', compute: undefined }],
      settings: {
        prompt: null,
        promptTokens: [...promptTokens],
        concurrency: [...concurrency],
        maxTokens: Math.max(...maxTokens),
        runs: flags.runs ?? USUAL_RUNS,
        warmUps: flags.warmup ?? 1,
      },
      cases: casesOf(promptTokens, maxTokens, concurrency),
    }
    const services = { scheduler, clock, machine, newId, version: packageVersion(), benchmarks: { save } }
    return await measureModels(services, order, new AbortController().signal, { onStep: tell })
  } finally {
    await scheduler.drain(STOP_MS)
  }
}

/** Reading alone, then writing alone, as llama-bench tests them; 0 is none. */
function casesOf(
  prompts: readonly number[],
  answers: readonly number[],
  concurrency: readonly number[],
): readonly BenchmarkCase[] {
  const reading = prompts.filter((size) => size > 0)
  const writing = answers.filter((length) => length > 0)
  return [
    ...reading.map((size) => ({ promptTokens: size, concurrency: 1, maxTokens: SHORT_ANSWER })),
    // The first token comes with the prompt's end.
    ...writing.flatMap((length) =>
      concurrency.map((number) => ({ promptTokens: SHORT_PROMPT, concurrency: number, maxTokens: length + 1 })),
    ),
  ]
}

/** Who can't keep it is told so, and has it all the same. */
function save(run: BenchmarkRun): void {
  try {
    withBenchmarks((store) => store.save(run))
  } catch (error) {
    process.stderr.write(`This run is not kept: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

function tell({ number, of, model }: { readonly number: number; readonly of: number; readonly model: string }): void {
  if (process.stderr.isTTY) process.stderr.write(`${model}: ${number} of ${of}\n`)
}
