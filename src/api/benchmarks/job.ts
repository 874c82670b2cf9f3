import type { BenchmarkOrder, BenchmarkStep } from '../../benchmarks/run.ts'
import { AUTO } from '../../core/compute/compute.ts'
import { readCompute } from '../../core/compute/read.ts'
import type { JobSpec } from '../../jobs/job.ts'
import type { Services } from '../services.ts'
import { encodeRun } from './encode.ts'
import { measureModels } from './measure-models.ts'
import type { BenchmarkFields } from './schema.ts'

/** What the fields ask for. Rejects with `model_not_found`, `model_ambiguous` or `invalid_value`. */
export async function decodeOrder(
  fields: BenchmarkFields,
  { scheduler }: Pick<Services, 'scheduler'>,
): Promise<BenchmarkOrder> {
  const named = [...(fields.model ? [fields.model] : []), ...(fields.models ?? [])]
  const known = await Promise.all(named.map((name) => scheduler.look(name)))
  return {
    models: [...new Set(known.map(({ id }) => id))],
    devices: [...new Set(fields.devices)].map((name) => {
      const compute = readCompute(name, 'devices')
      return { name, compute: compute === AUTO ? undefined : compute }
    }),
    settings: {
      prompt: fields.prompt ?? null,
      promptTokens: unique(fields.prompt_tokens ?? []),
      concurrency: unique(fields.concurrency),
      maxTokens: fields.max_tokens,
      runs: fields.runs,
      warmUps: fields.warm_up,
    },
  }
}

/** Measuring as a job, whose stages say what is measured; nobody else's, though it be the same. */
export function benchmarkJob(order: BenchmarkOrder, services: Services): JobSpec {
  return {
    kind: 'benchmark',
    subject: order.models.join(', '),
    key: services.newId('benchmark'),
    async work({ signal, stage }) {
      return encodeRun(await measureModels(services, order, signal, { onStep: (step) => stage(wordsOf(step)) }))
    },
  }
}

/** `2 of 6: qwen3 on cpu, 512 tokens, 4 at once` */
function wordsOf({ number, of, model, device, promptTokens, concurrency }: BenchmarkStep): string {
  const size = promptTokens === null ? '' : `, ${promptTokens} tokens`
  return `${number} of ${of}: ${model} on ${device}${size}, ${concurrency} at once`
}

function unique(numbers: number | readonly number[]): readonly number[] {
  return [...new Set(typeof numbers === 'number' ? [numbers] : numbers)]
}
