import { type Command, Option } from 'commander'

/** How many of a model, by our name and by LlamaPi's. */
export function addInstancesFlag(command: Command, read: (text: string) => number): Command {
  const theirs = new Option('--instance <number>').hideHelp().argParser((text) => {
    command.setOptionValue('instances', read(text))
  })
  return command.option('--instances <number>', 'how many of it', read).addOption(theirs)
}
