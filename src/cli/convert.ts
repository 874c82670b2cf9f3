import { type Command, InvalidArgumentError } from 'commander'
import { addMakeFlags, flagsOf } from './setting-flags.ts'

interface ConvertFlags {
  readonly type?: string
  readonly as?: string
  readonly imatrix?: string
  readonly pure?: boolean
  readonly format?: 'gguf' | 'openvino'
  readonly weightFormat?: 'int4' | 'int8' | 'fp16'
  readonly groupSize?: number
  readonly ratio?: number
  readonly sym?: boolean
  readonly trustRemoteCode?: boolean
  readonly json?: boolean
}

const NOTES = `
A folder is one as save_pretrained writes it: config.json, safetensors, the tokenizer's files. The new model is tried
before it is listed; a conversion that fails or is stopped leaves nothing.

Types: F32, F16, BF16, Q8_0, and whatever \`trivet quantize --help\` lists.`

/** `trivet convert <model>` */
export function define(command: Command): void {
  command
    .argument('<model>', "a Hugging Face model's folder, or org/repo, which is fetched if it is not here")
    .option('--type <name>', 'type of its numbers (default: Q8_0)')
    .option('--as <id>', 'what the new model is to be called')
    .option('--imatrix <file>', 'importance matrix, as llama-imatrix writes it')
    .option('--pure', 'one type for every matrix')
    .option('--format <name>', 'gguf, or openvino by optimum-cli where that is installed')
    .option('--weight-format <name>', "OpenVINO's types: int4, int8 or fp16")
    .option('--group-size <number>', 'numbers that share a scale; -1 is a whole row', number)
    .option('--ratio <number>', 'share of the layers with four bits', number)
    .option('--sym', 'zero stays in the middle')
    .option('--trust-remote-code', 'code that comes with the model may run')
    .option('--json', 'print what happens as lines of JSON')
  addMakeFlags(command).addHelpText('after', NOTES)
  command.action(async (model: string, flags: ConvertFlags) => {
    const [{ convertModel }] = [await import('./convert-model.ts')]
    const { as: id, weightFormat, groupSize, trustRemoteCode, json = false, type, imatrix, pure } = flags
    const fields = {
      ...{ model, id, type, imatrix, pure, format: flags.format, ratio: flags.ratio, sym: flags.sym },
      ...{ weight_format: weightFormat, group_size: groupSize, trust_remote_code: trustRemoteCode },
    }
    await convertModel(fields, flagsOf(command), json)
  })
}

function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}
