import { type Command, InvalidArgumentError, Option } from 'commander'
import { CONTRACTS, type ContractId, USUAL_PORTS } from '../core/products.ts'
import { PROFILES, type Profile } from '../verify/check.ts'
import type { Report, Result } from '../verify/report.ts'
import { EXIT } from './exit-codes.ts'
import { serverUrl } from './server-url.ts'

interface VerifyFlags {
  readonly contract: ContractId
  readonly url?: string
  readonly key?: string
  readonly model?: string
  readonly embeddingModel?: string
  readonly profile: Profile
  readonly limit: number
  readonly json?: boolean
  readonly markdown?: boolean
}

/** `trivet verify --contract <name>` */
export function define(command: Command): void {
  command
    .addOption(
      new Option('--contract <name>', "what it promises; unified is OpenAI's form, for any server")
        .choices(CONTRACTS)
        .makeOptionMandatory(),
    )
    .option(
      '--url <url>',
      "the server, up to where `/v1` begins (default: this machine, the contract's usual port)",
      serverUrl,
    )
    .option('--key <key>', 'a key to send, where the server wants one')
    .option('--model <id>', 'the chat model to ask (default: the first that is listed)')
    .option('--embedding-model <id>', 'the embedding model to ask')
    .addOption(new Option('--profile <name>', 'how much is checked').choices(PROFILES).default('full'))
    .option('--limit <seconds>', 'how long one check may take', seconds, 120)
    .option('--json', 'print the report as JSON')
    .option('--markdown', 'print the report as Markdown')
  command.addHelpText(
    'after',
    '\nAsks any server, a real one too, and loads models there. The report has neither prompts nor answers in it.\nEnds with 5 when a check failed.',
  )
  command.action(async (flags: VerifyFlags) => {
    const [{ SUITES }, { verify }, { markdownReport }, { totalsLine }] = await Promise.all([
      import('../verify/suites.ts'),
      import('../verify/verify.ts'),
      import('../verify/markdown.ts'),
      import('../verify/report.ts'),
    ])
    const { contract, profile, url = `http://127.0.0.1:${USUAL_PORTS[contract]}`, json, markdown } = flags
    const quiet = json || markdown
    const report = await verify({
      contract,
      checks: SUITES[contract],
      profile,
      url: url.replace(/\/+$/, '').replace(/\/v1$/, ''),
      key: flags.key ?? null,
      model: flags.model ?? null,
      embeddingModel: flags.embeddingModel ?? null,
      limitMs: flags.limit * 1000,
      onResult: (result) => quiet || console.log(line(result)),
    })
    console.log(json ? JSON.stringify(report, null, 2) : markdown ? markdownReport(report) : totalsLine(report.totals))
    process.exitCode = exitCodeOf(report)
  })
}

function exitCodeOf({ totals }: Report): number {
  return totals.failed > 0 ? EXIT.broken : EXIT.ok
}

function line({ outcome, name, reason }: Result): string {
  return `${outcome.padEnd(7)}  ${name}${reason === undefined ? '' : `: ${reason}`}`
}

function seconds(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number of seconds.')
  return value
}
