import type { Command } from 'commander'
import { QUANTIZATION_NAMES } from '../core/quantization.ts'
import { addMakeFlags, flagsOf } from './setting-flags.ts'

interface QuantizeFlags {
  readonly as?: string
  readonly imatrix?: string
  readonly pure?: boolean
  readonly allowRequantize?: boolean
  readonly keepOutput?: boolean
  readonly json?: boolean
}

const NOTES = `
Types, from the largest files to the smallest of each family:
  ${lines(QUANTIZATION_NAMES, 9).join('\n  ')}

The new model is tried before it is listed; a quantization that fails or is stopped leaves nothing.`

/** `trivet quantize <model> <type>` */
export function define(command: Command): void {
  command
    .argument('<model>', 'the id of a GGUF model here, or a file')
    .argument('<type>', 'type of the new numbers: see below')
    .option('--as <id>', 'what the new model is to be called')
    .option('--imatrix <file>', 'importance matrix, as llama-imatrix writes it; the smallest types need one')
    .option('--pure', 'one type for every matrix')
    .option('--allow-requantize', 'quantize what is quantized already, at a loss of quality')
    .option('--keep-output', 'the output matrix stays as it is')
    .option('--json', 'print what happens as lines of JSON')
  addMakeFlags(command).addHelpText('after', NOTES)
  command.action(async (model: string, type: string, flags: QuantizeFlags) => {
    const { quantizeModel } = await import('./quantize-model.ts')
    const { as: id, imatrix, pure, json = false } = flags
    const { allowRequantize: allow_requantize, keepOutput: keep_output } = flags
    await quantizeModel({ model, type, id, imatrix, pure, allow_requantize, keep_output }, flagsOf(command), json)
  })
}

function lines(words: readonly string[], each: number): string[] {
  const starts = Array.from({ length: Math.ceil(words.length / each) }, (_, i) => i * each)
  return starts.map((start) => words.slice(start, start + each).join(' '))
}
