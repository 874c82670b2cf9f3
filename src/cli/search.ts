import { type Command, InvalidArgumentError } from 'commander'

interface SearchFlags {
  readonly limit: number
  readonly task?: string
  readonly any?: boolean
  readonly json?: boolean
}

/** `trivet search <words>` */
export function define(command: Command): void {
  command
    .argument('<words...>', 'what to look for on Hugging Face')
    .option('--limit <number>', 'models at most, 1 to 50', limit, 20)
    .option('--task <name>', 'such as text-generation or feature-extraction')
    .option('--any', 'not only models with GGUF files, which run as they are')
    .option('--json', 'print JSON')
  command.action(async (words: string[], { limit: count, task, any = false, json = false }: SearchFlags) => {
    const { searchModels } = await import('./search-models.ts')
    await searchModels({ query: words.join(' '), limit: count, task: task ?? null, ggufOnly: !any }, json)
  })
}

function limit(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 50) throw new InvalidArgumentError('It must be from 1 to 50.')
  return value
}
