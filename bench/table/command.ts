import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { fittedWords, turn } from '../../src/benchmarks/client/rounds.ts'
import { findTargets, type Target } from '../../src/benchmarks/client/target.ts'
import { positive, positives } from '../../src/cli/numbers.ts'
import { append, jsonObject } from '../client/command.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { ServedTarget } from './served.ts'
import { type Measured, tabulate } from './tabulate.ts'

interface Options {
  readonly url?: string[]
  readonly serve?: string[]
  readonly only?: string[]
  readonly concurrency: number[]
  readonly promptTokens: number
  readonly sharedTokens: number
  readonly maxTokens: number
  readonly prompts: number
  readonly oneToken: number
  readonly rounds: number
  readonly body?: Record<string, unknown>
  readonly json?: string
}

/** `npm run bench -- table` */
export function defineTable(command: Command): void {
  command
    .summary('everything a server is measured by, beside another')
    .description(
      'Measure servers side by side in all that counts: prompts, decoding, shared beginnings, small requests.',
    )
    .option('--url <base>', 'base URL of a server that runs; repeatable', append)
    .option('--serve <command>', 'command that starts a server on {port}; repeatable; adds start-up and memory', append)
    .option('--only <keys>', 'of prompt, shared, decode, chats, completions', words)
    .option('--concurrency <list>', 'answers at once while decoding', positives, [1, 2, 4, 8])
    .option('--prompt-tokens <n>', 'tokens of a long prompt, about', positive, 512)
    .option('--shared-tokens <n>', 'tokens of the shared beginning, about', positive, 2000)
    .option('--max-tokens <n>', 'tokens of each answer while decoding', positive, 64)
    .option('--prompts <n>', 'long prompts of a round', positive, 2)
    .option('--one-token <n>', 'one-token requests of a round', positive, 400)
    .option('--rounds <n>', 'rounds', positive, 5)
    .option('--body <json>', 'further fields of streamed requests, such as {"ignore_eos":true}', jsonObject)
    .option('--json <file>', 'write everything measured as JSON')
    .action(async (options: Options) => {
      const { url = [], serve = [] } = options
      if (url.length + serve.length === 0) command.error('Name at least one server with --url or --serve.')
      if (url.length > 0 && serve.length > 0) command.error('Name servers with --url or with --serve, not both.')
      const measured = serve.length > 0 ? await ofServed(serve, options) : await ofRunning(url, options)
      process.stdout.write(`${tabulate(measured)}\n`)
      if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ options, measured }, null, 2)}\n`)
    })
}

async function ofRunning(url: readonly string[], options: Options): Promise<Measured[]> {
  return measure(await findTargets({ url, model: [], apiKey: [] }), options)
}

/** Each is started once a round; those of the last round are measured. */
async function ofServed(commands: readonly string[], options: Options): Promise<Measured[]> {
  const startMs = commands.map((): number[] => [])
  const served: ServedTarget[] = []
  const start = async (index: number) => {
    const one = await ServedTarget.start(commands[index] ?? '')
    startMs[index]?.push(one.startMs)
    return one
  }
  try {
    for (let round = 1; round < options.rounds; round++) {
      for (const { index } of turn(commands, round)) await (await start(index)).stop()
    }
    for (const index of commands.keys()) served.push(await start(index))
    const measured = await measure(
      served.map(({ target }) => target),
      options,
    )
    const resident = served.map((one) => [one.residentBytes() / 2 ** 20])
    return [
      ...measured,
      { name: 'memory afterwards (RSS)', unit: 'MiB', better: 'less', figures: resident },
      { name: 'from start to first answer', unit: 'ms', better: 'less', figures: startMs },
    ]
  } finally {
    await Promise.all(served.map((one) => one.stop()))
  }
}

async function measure(targets: readonly Target[], options: Options): Promise<Measured[]> {
  const [first] = targets
  if (first === undefined) return []
  const run = randomBytes(4).toString('hex')
  const { only, promptTokens, sharedTokens, rounds, body: extra = {} } = options
  const promptWords = await fittedWords(first, promptTokens, run, extra)
  const sharedWords = Math.round((promptWords * sharedTokens) / promptTokens)
  const all = scenarios({ ...options, promptWords, sharedWords, extra })
  const wanted = all.filter(({ key }) => only === undefined || only.includes(key))
  const measured: Measured[] = []
  for (const scenario of wanted) measured.push(...(await inTurn(scenario, targets, rounds, run)))
  return measured
}

/** The first round warms up and isn't counted. */
async function inTurn(
  scenario: Scenario,
  targets: readonly Target[],
  rounds: number,
  run: string,
): Promise<Measured[]> {
  const figures = scenario.lines.map(() => targets.map((): (number | null)[] => []))
  for (let round = 0; round <= rounds; round++) {
    for (const { target, index } of turn(targets, round)) {
      const values = await scenario.run(target, `${run}-${scenario.key}-${round}-${index}`)
      if (round > 0) for (const [line, value] of values.entries()) figures[line]?.[index]?.push(value)
      process.stderr.write(`${scenario.lines[0]?.name}, round ${round}, target ${index + 1}: ${values.join(' ')}\n`)
    }
  }
  return scenario.lines.map((line, at) => ({ ...line, figures: figures[at] ?? [] }))
}

const KEYS = ['prompt', 'shared', 'decode', 'chats', 'completions']

function words(value: string): string[] {
  const keys = value.split(',')
  const unknown = keys.find((key) => !KEYS.includes(key))
  if (unknown !== undefined) throw new InvalidArgumentError(`\`${unknown}\` is none of ${KEYS.join(', ')}.`)
  return keys
}
