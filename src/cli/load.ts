import { isAbsolute, parse } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Flags } from '../config/layers.ts'
import { TrivetError } from '../core/errors.ts'
import { look } from '../core/look.ts'
import { addInstancesFlag } from './instances-flag.ts'
import { addListFlags, flagsOf } from './setting-flags.ts'

interface LoadFlags {
  readonly url?: string
  readonly id?: string
  readonly path?: string | undefined
  readonly instances?: number
  readonly queueCapacity?: number
  readonly keepAlive?: string
  readonly context?: number
  readonly compute?: string
  readonly gpuLayers?: number
  readonly slots?: number
  readonly threads?: number
  readonly kvType?: string
  readonly flashAttention?: string
  readonly loadMode?: string
  readonly splitMode?: string
  readonly mainGpu?: number
  readonly tensorSplit?: readonly number[]
  readonly draftModel?: string
  readonly mmproj?: string
  readonly lora?: string
  readonly pooling?: string
  readonly deterministic?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** `trivet load <model>` */
export function define(command: Command): void {
  command
    .argument('<model>', 'its id')
    .option('--id <id>', 'the id that it is to have on the server, whose machine is this one')
    .option('--path <path>', "the file or folder of a model that is to have this id on the server's machine")
  addInstancesFlag(command, whole)
    .option('--queue-capacity <number>', 'requests that may wait for it', whole)
    .option('--keep-alive <seconds>', 'how long it stays with nothing to do; -1 is for good')
    .option('--context <tokens>', 'tokens one request may span, prompt and answer together', whole)
    .option('--compute <unit>', 'auto, cpu, gpu, npu or hybrid')
    .option('--gpu-layers <number>', 'layers kept on an accelerator; -1 is all of them', whole)
    .option('--slots <number>', 'requests an instance works on at once', whole)
    .option('--threads <number>', 'compute threads', whole)
    .option('--kv-type <type>', 'numbers in the KV cache')
    .option('--flash-attention <mode>', 'auto, on or off')
    .option('--load-mode <mode>', 'how weights come into memory: auto, read, mmap, mlock or direct')
    .option('--split-mode <mode>', 'how several accelerators share it: none, by layer, or by row')
    .option('--main-gpu <number>', 'the accelerator that takes all of it when it is not split', whole)
    .option('--tensor-split <shares>', "each accelerator's share, such as 3,1", shares)
    .option(
      '--draft-model <model>',
      'id or file of a small model that guesses its answers ahead; auto: the one beside it; none',
    )
    .option('--mmproj <file>', 'encoder of images or sounds, beside a model of the server; none')
    .option('--lora <file>', 'LoRA adapter of answers that ask for none, in the adapter folder of the server; none')
    .option('--pooling <way>', "how a text's vectors become one: mean, cls or last")
    .option('--deterministic', 'same request, same text, in any company, but slower')
    .option('--dry-run', 'only say what it would take')
  addListFlags(command).option('--json', 'print JSON')
  command.addHelpText('after', '\nWhat is left out stays as the model is set up on the server.')
  command.action(async (name: string, { url, dryRun, json, id, ...wish }: LoadFlags) => {
    const [{ serverFor }, { onMachineOf }, { loadAt, planAt }] = await Promise.all([
      import('./models/server.ts'),
      import('./models/machine-of.ts'),
      import('./models/load-at.ts'),
    ])
    const flags = flagsOf(command)
    const server = await serverFor(url, flags)
    const given = wish.path ?? (id === undefined ? undefined : await pathOf(name, flags))
    const path = given && onMachineOf(server, given)
    const fields = fieldsOf(id ?? name, { ...wish, path })
    const done = (dryRun ? planAt : loadAt)(server, fields, json ?? false)
    console.log(await done.catch((error: unknown) => Promise.reject(path ? error : withAdvice(error, name))))
  })
}

/** A server knows models by their ids; whoever names a file for one is told how a file is loaded. */
function withAdvice(error: unknown, name: string): unknown {
  if (!(error instanceof TrivetError) || error.code !== 'model_not_found' || !looksLikeFile(name)) return error
  const { name: id } = parse(name)
  error.message += ` A file is given beside an id: \`trivet load ${id} --path ${name}\`.`
  return error
}

function looksLikeFile(name: string): boolean {
  return isAbsolute(name) || /^\.{0,2}[\\/]|\.gguf$/i.test(name) || look(name) !== null
}

/** Only where models are to be found says anything of them: other flags are about this one. */
const FOLDERS = ['--config', '--model-folders', '--model-stores']

async function pathOf(name: string, flags: Flags): Promise<string> {
  const { localModel } = await import('./local-model.ts')
  const given = Object.entries(flags).filter(([flag]) => FOLDERS.includes(flag))
  return (await localModel(name, Object.fromEntries(given))).path
}

/** The request, in the words of the API. */
function fieldsOf(model: string, wish: Omit<LoadFlags, 'url' | 'dryRun' | 'json' | 'id'>): object {
  return {
    model,
    model_path: wish.path,
    instance_count: wish.instances,
    request_queue_size: wish.queueCapacity,
    keep_alive: wish.keepAlive,
    nctx: wish.context,
    compute: wish.compute,
    ngl: wish.gpuLayers,
    slots: wish.slots,
    threads: wish.threads,
    kv_type: wish.kvType,
    flash_attention: wish.flashAttention,
    load_mode: wish.loadMode,
    split_mode: wish.splitMode,
    main_gpu: wish.mainGpu,
    tensor_split: wish.tensorSplit,
    draft_model: wish.draftModel,
    mmproj: wish.mmproj,
    lora: wish.lora,
    pooling: wish.pooling,
    deterministic: wish.deterministic,
  }
}

function shares(text: string): readonly number[] {
  const values = text.split(',').map(Number)
  if (text.trim() === '' || values.some((value) => !(value >= 0))) {
    throw new InvalidArgumentError('It must be numbers, such as 3,1.')
  }
  return values
}

function whole(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value)) throw new InvalidArgumentError('It must be a whole number.')
  return value
}
