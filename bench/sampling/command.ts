import { resolve } from 'node:path'
import type { Command } from 'commander'
import { positive } from '../../src/cli/numbers.ts'
import { table } from '../../src/cli/table.ts'
import { type Choosing, measure } from './measure.ts'

interface Options {
  readonly model: string
  readonly threads: number
  readonly steps: number
}

/** `npm run bench -- sampling` */
export function defineSampling(command: Command): void {
  command
    .summary('what choosing a token costs')
    .description(
      'Measure how long it takes to choose a token, in each of the usual ways, beside the step that decodes it.',
    )
    .requiredOption('--model <file>', 'GGUF file; the larger its vocabulary, the more it costs')
    .option('--steps <n>', 'tokens', positive, 64)
    .option('--threads <n>', 'compute threads', positive, 1)
    .action(async ({ model, ...options }: Options) => {
      const { vocabulary, decodeMs, choosing } = await measure({ modelPath: resolve(model), ...options })
      const step = `A step of one answer takes ${decodeMs.toFixed(2)} ms; the vocabulary has ${vocabulary} tokens.`
      process.stdout.write(
        `${step}\n${table(
          ['', 'ms', 'of a step'],
          choosing.map((each) => row(each, decodeMs)),
        )}\n`,
      )
      // llama.cpp's own threads are still there.
      process.exit(0)
    })
}

function row({ name, ms }: Choosing, decodeMs: number): string[] {
  return [name, ms.toFixed(3), `${((ms / decodeMs) * 100).toFixed(1)} %`]
}
