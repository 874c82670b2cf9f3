import type { Command } from 'commander'

interface ServiceOptions {
  readonly system?: boolean
  readonly print?: boolean
}

/** `trivet service install` */
export function define(command: Command): void {
  command
    .command('install [serve-flags...]')
    .description('Write a systemd unit that serves with these flags, after `--`.')
    .option('--system', 'for the machine (as root), not for this user')
    .option('--print', 'print the unit instead of writing it')
    .addHelpText('after', '\nExample: trivet service install -- --port 8420 --model ~/models/a.gguf')
    .action(async (flags: string[], options: ServiceOptions) => {
      const { installService } = await import('./service/install.ts')
      installService(flags, options)
    })
}
