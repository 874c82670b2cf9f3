import { type Command, Option } from 'commander'
import type { BenchFlags } from './bench/flags.ts'
import { count, positive, positives } from './numbers.ts'
import { addEngineFlags, flagsOf } from './setting-flags.ts'

const EXAMPLES = `
Here, as llama-bench does, in a process of its own:
  trivet bench qwen3.gguf -p 512,2048 -n 128 -r 5 --threads 4
  trivet bench qwen3.gguf -p 0 -n 128 --concurrency 1,2,4,8 --svg speed.svg

A server, over HTTP; several take turns and are compared:
  trivet bench --url http://127.0.0.1:8420/v1 qwen3 --concurrency 1,2,4,8 --ttft-limit 500
  trivet bench --compare http://a:8420/v1 http://b:8080/v1

What was measured before (\`latest\`, or an id of GET /v1/benchmarks):
  trivet bench --compare bench-20261130-101500-1a2b3c4d latest

pp512 is reading a prompt of 512 tokens, tg128 writing 128; 4x: four answers at once, all their tokens.`

/** `trivet bench` */
export function define(command: Command): void {
  command
    .argument('[models...]', 'ids or files of models; with --url, one, or one each')
    .option('-p, --prompt-tokens <list>', 'sizes of prompts; 0 is none (default: 512; with --url 128)', counts)
    .option('-n, --max-tokens <list>', 'lengths of answers; 0 is none (default: 128)', counts)
    .option('-r, --runs <n>', 'measured runs; with --url, rounds (default: 5; of one server 1)', positive)
    .option('--concurrency <list>', 'answers at once (default: 1; with --url 1,2,4,8)', positives)
    .addOption(
      new Option('-o, --output <form>', 'how it is printed').choices(['table', 'json', 'csv', 'md']).default('table'),
    )
    .option('--svg <file>', 'draw tokens a second against answers at once')
    .option('--url <base>', 'measure this server instead; repeatable', append)
    .option('--api-key <key>', 'of the servers, once or once a URL (default: TRIVET_API_KEY)', append)
    .option('--requests <n>', 'of a server, for each level and round (default: 16)', positive)
    .option('--warmup <n>', 'unmeasured requests or runs before (default: 1)', count)
    .option('--ttft-limit <ms>', 'count as good what begins by then (default: no limit)', positive)
    .option('--compare <two...>', 'two runs that are kept, or two URLs')
  addEngineFlags(command)
  command.addHelpText('after', EXAMPLES)
  command.action(async (models: string[], flags: BenchFlags) => {
    const { bench } = await import('./bench/bench.ts')
    await bench(models, flags, flagsOf(command))
  })
}

/** `0,512` */
function counts(value: string): number[] {
  return value.split(',').map(count)
}

function append(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
