import type { Command } from 'commander'

/** `trivet clean` */
export function define(command: Command): void {
  command.option('--json', 'print JSON')
  command.addHelpText(
    'after',
    '\nModels stay, and so does what a running process is at work on. What an interrupted pull has kept is fetched anew\nthe next time.',
  )
  command.action(async ({ json }: { json?: boolean }) => {
    const { cleanHere } = await import('./models/clean.ts')
    console.log(await cleanHere(json ?? false))
  })
}
