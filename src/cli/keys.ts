import { type Command, Option } from 'commander'
import { SCOPES, type Scope } from '../core/key.ts'
import { addKeyFlags, keyFlagsOf } from './setting-flags.ts'

interface MakeOptions {
  readonly scopes: readonly Scope[]
  readonly models?: readonly string[]
  readonly requestsPerMinute?: string
  readonly tokensPerMinute?: string
  readonly maxTokens?: string
  readonly expires?: string
  readonly json?: boolean
}

/** `trivet keys create|list|revoke|rotate` */
export function define(command: Command): void {
  command.addHelpText(
    'after',
    '\nKeys are kept in $TRIVET_HOME or ~/.local/share/trivet, or on the server that `redis.url` names, as hashes. A running server heeds every change at once.',
  )
  const json = ['--json', 'print JSON'] as const
  addKeyFlags(command.command('create <name>'))
    .description('Make a key and show it, this once.')
    .addOption(
      new Option('--scopes <scopes...>', 'what it is for; inference and manage include read, admin everything')
        .choices(SCOPES)
        .default(['inference']),
    )
    .option('--models <ids...>', 'models it may have answer (default: all)')
    .option('--requests-per-minute <number>', 'requests for a model in a minute')
    .option('--tokens-per-minute <number>', 'tokens of prompts and answers in a minute')
    .option('--max-tokens <number>', 'tokens of prompts and answers in all')
    .option('--expires <when>', 'after so many days (30d) or hours (12h), or at a time such as 2027-01-31')
    .option(...json)
    .action(async (name: string, options: MakeOptions, made: Command) => {
      const { createKey } = await import('./keys/commands.ts')
      await createKey(name, keyFlagsOf(made), options)
    })
  addKeyFlags(command.command('list'))
    .description('List the keys and what was asked with them.')
    .option(...json)
    .action(async (options: { json?: boolean }, made: Command) => {
      const { listKeys } = await import('./keys/commands.ts')
      await listKeys(keyFlagsOf(made), options)
    })
  addKeyFlags(command.command('revoke <key>'))
    .description('Make a key void, by its id or name.')
    .option(...json)
    .action(async (key: string, options: { json?: boolean }, made: Command) => {
      const { revokeKey } = await import('./keys/commands.ts')
      await revokeKey(key, keyFlagsOf(made), options)
    })
  addKeyFlags(command.command('rotate <key>'))
    .description('Give a key another secret and show it, this once; the old one is void at once.')
    .option(...json)
    .action(async (key: string, options: { json?: boolean }, made: Command) => {
      const { rotateKey } = await import('./keys/commands.ts')
      await rotateKey(key, keyFlagsOf(made), options)
    })
}
