import type { Command } from 'commander'
import { addPullFlags, flagsOf } from './setting-flags.ts'

interface PullFlags {
  readonly hub?: string
  readonly revision?: string
  readonly file?: string
  readonly precision?: string
  readonly as?: string
  readonly json?: boolean
}

const EXAMPLES = `
Names:
  org/repo, org/repo:Q8_0        Hugging Face (HF_ENDPOINT names a mirror, HF_TOKEN opens what is not public)
  modelscope.cn/org/repo         ModelScope
  docker.io/ai/name:tag          Docker Hub
  ollama.com/library/name:tag    the library of Ollama
  https://host/model.gguf        a file of the web
  ./model.gguf, ./folder         a file or folder of this machine

What was interrupted goes on where it was when the same is pulled again.`

/** `trivet pull <model>` */
export function define(command: Command): void {
  command
    .argument('<model>', 'what to pull: see below')
    .option('--hub <name>', 'where it is, when its name does not say it')
    .option('--revision <name>', 'branch, tag or commit')
    .option('--file <path>', 'one file of the repository')
    .option('--precision <name>', 'such as Q8_0 (default: the first of Q4_0, Q4_K_M, Q8_0)')
    .option('--as <id>', 'what the model is to be called')
    .option('--json', 'print what happens as lines of JSON')
  addPullFlags(command).addHelpText('after', EXAMPLES)
  command.action(async (model: string, flags: PullFlags) => {
    const { pullModel } = await import('./pull-model.ts')
    const { hub, revision, file, precision, as: id, json = false } = flags
    await pullModel({ model, hub, revision, file, precision, id }, flagsOf(command), json)
  })
}
