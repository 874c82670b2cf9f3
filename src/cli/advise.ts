import type { Command } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

interface AdviseFlags {
  readonly url?: string
  readonly profile?: string
  readonly json?: boolean
}

/** `trivet advise [model]` */
export function define(command: Command): void {
  command
    .argument('[model]', 'only of this one; default: of all that are here')
    .option('--profile <name>', 'fastest, balanced, best-quality, lowest-memory or lowest-power (default: balanced)')
    .option('--json', 'print JSON, as GET /v1/advice does')
  addListFlags(command)
  command.action(async (model: string | undefined, { url, profile, json }: AdviseFlags) => {
    const [{ adviceFor }, { printedAdvice }] = await Promise.all([
      import('./advice/ask.ts'),
      import('./advice/print.ts'),
    ])
    const wish = { ...(model !== undefined && { model }), profile: profile ?? 'balanced' }
    const advice = await adviceFor(wish, url, flagsOf(command))
    console.log(json ? JSON.stringify(advice, null, 2) : printedAdvice(advice))
  })
}
