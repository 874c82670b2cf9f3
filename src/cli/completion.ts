import { Argument, type Command } from 'commander'
import { completionScript, SHELLS, type Shell } from './completion-script.ts'

/** `trivet completion <shell>`: of every command of the program, which has to be filled in by then. */
export function define(command: Command): void {
  command.addArgument(new Argument('<shell>', 'whose script').choices(SHELLS))
  command.addHelpText(
    'after',
    '\nFor bash: `source <(trivet completion bash)`; for fish: `trivet completion fish | source`.',
  )
  command.action((shell: Shell) => {
    const commands = (command.parent?.commands ?? []).map((each) => ({
      name: each.name(),
      summary: each.summary(),
      flags: each.createHelp().visibleOptions(each).map(flagOf),
    }))
    console.log(completionScript(shell, commands))
  })
}

function flagOf({ long, short, required, optional, description }: Command['options'][number]) {
  return { long: long ?? '', short: short ?? null, takesValue: required || optional, description }
}
