#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { EXIT, EXIT_CODES_HELP } from './exit-codes.ts'
import { packageVersion } from './version.ts'

/** A command's own file; loaded only when the command is used, so that help comes at once. */
interface CommandModule {
  define(command: Command): void
}

const COMMANDS: Readonly<Record<string, { summary: string; load(): Promise<CommandModule> }>> = {
  serve: { summary: 'serve models over HTTP', load: () => import('./serve.ts') },
  run: { summary: 'chat with a model in the terminal', load: () => import('./run.ts') },
  pull: { summary: 'fetch a model into the store', load: () => import('./pull.ts') },
  search: { summary: 'look for models on Hugging Face', load: () => import('./search.ts') },
  list: { summary: 'list the models and their state', load: () => import('./list.ts') },
  show: { summary: 'tell all that is known of a model', load: () => import('./show.ts') },
  rm: { summary: 'delete models', load: () => import('./rm.ts') },
  load: { summary: 'have a server load a model', load: () => import('./load.ts') },
  unload: { summary: 'have a server unload models', load: () => import('./unload.ts') },
  resize: { summary: 'change how many instances of a model there are', load: () => import('./resize.ts') },
  logs: { summary: 'show what a server writes in its log', load: () => import('./logs.ts') },
  ps: { summary: 'show what is loaded', load: () => import('./ps.ts') },
  alias: { summary: 'give a model another name', load: () => import('./alias.ts') },
  pin: { summary: 'keep a model from being unloaded for others', load: () => import('./pin.ts') },
  copy: { summary: 'copy a model under another id', load: () => import('./copy.ts') },
  clean: { summary: 'delete what interrupted pulls and conversions have left', load: () => import('./clean.ts') },
  convert: { summary: 'make a GGUF model of a Hugging Face one', load: () => import('./convert.ts') },
  quantize: { summary: 'make a model of smaller numbers', load: () => import('./quantize.ts') },
  config: { summary: 'show or check the settings', load: () => import('./config.ts') },
  service: { summary: 'have the system start the server', load: () => import('./service.ts') },
  keys: { summary: 'make, list, revoke and rotate API keys', load: () => import('./keys.ts') },
  enable: { summary: 'have a model loaded whenever the server starts', load: () => import('./enable.ts') },
  disable: { summary: 'no longer load a model when the server starts', load: () => import('./disable.ts') },
  advise: { summary: 'advise which model to load, where and how', load: () => import('./advise.ts') },
  bench: { summary: 'measure how fast models are, here or on servers', load: () => import('./bench.ts') },
  platform: { summary: 'show which platforms can run here', load: () => import('./platform.ts') },
  devices: { summary: 'show the engines and devices of this machine', load: () => import('./devices.ts') },
  verify: { summary: "check that a server keeps a product's contract", load: () => import('./verify.ts') },
  doctor: { summary: 'check the machine, the engines, the store and the server', load: () => import('./doctor.ts') },
  completion: { summary: 'print a script that completes commands in a shell', load: () => import('./completion.ts') },
  version: { summary: 'print the version', load: () => import('./version.ts') },
}

process.exitCode = await main(process.argv.slice(2))

/** Runs the command line; resolves with the exit status. */
async function main(args: string[]): Promise<number> {
  // A reader that has seen enough (`trivet list | head -1`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure),
  )
  const json = args.includes('--json')
  try {
    const program = await programFor(args, json)
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? EXIT.ok)
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
    if (error instanceof CommanderError && !json) return EXIT.usage
    const { report } = await import('./report.ts')
    return report(error, json)
  }
}

/** The whole program; only the command that `args` name is filled in, unless it is the one that tells of them all. */
async function programFor(args: readonly string[], json: boolean): Promise<Command> {
  const program = new Command('trivet')
    .description('One local inference server: models on your own chip, behind the OpenAI API.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', EXIT_CODES_HELP)
    .showHelpAfterError('(`trivet --help` lists the commands and options.)')
    .exitOverride()
  // What is wrong with the arguments is told as all errors are, and nothing else is.
  if (json) program.configureOutput({ writeErr: () => {} })
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).summary(summary).description(sentence(summary)).copyInheritedSettings(program)
    if (args.includes(name) || args.includes('completion')) (await load()).define(command)
  }
  return program
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
}
