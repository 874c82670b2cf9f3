import { z } from 'zod'
import { QUANTIZATION_NAMES } from '../../core/quantization.ts'

const name = z.string().min(1).max(4096)

export const TYPES = QUANTIZATION_NAMES.join(', ')

/** What a conversion and a quantization have in common. */
export const makingFields = {
  id: z.string().min(1).max(200).nullish().describe('What the new model is to be called. Default: its name and type.'),
  imatrix: name
    .nullish()
    .describe('File of an importance matrix on the server, as llama-imatrix writes it. The smallest types need one.'),
  pure: z.boolean().nullish().describe('Every matrix gets the one type. Default: llama.cpp mixes types by tensor.'),
  wait: z.boolean().nullish().describe('Answer once it is done. Default: false, the answer is the job.'),
  stream: z.boolean().nullish().describe('Answer with the events of the job.'),
}

export const convertSchema = z
  .object({
    model: name.describe(
      'A Hugging Face model with safetensors: `org/repo`, a registered id, or the absolute path of a folder, where the ' +
        'server allows it.',
    ),
    format: z
      .enum(['gguf', 'openvino'])
      .nullish()
      .describe('`openvino` runs `optimum-cli` of optimum-intel, where it is installed. Default: `gguf`.'),
    type: z.string().max(40).nullish().describe(`Of a GGUF model's numbers: one of ${TYPES}. Default: Q8_0.`),
    ...makingFields,
    weight_format: z
      .enum(['int4', 'int8', 'fp16'])
      .nullish()
      .describe('OpenVINO names; for GGUF, int4 is Q4_K_M (Q4_0 with `sym`), int8 is Q8_0, fp16 is F16.'),
    group_size: z.int().min(-1).nullish().describe('Numbers that share a scale; -1: a whole row. GGUF has 32 of them.'),
    ratio: z
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe('Share of the layers with four bits. For GGUF only 1, which is `pure`.'),
    sym: z.boolean().nullish().describe('Whether zero stays in the middle.'),
    trust_remote_code: z
      .boolean()
      .nullish()
      .describe('Code that comes with the model may run, for OpenVINO. A conversion to GGUF never runs any.'),
    load_after: z.boolean().nullish().describe('Load the new model. Default: false.'),
    device: z.string().max(200).nullish().describe('Where `load_after` loads it.'),
  })
  .meta({ id: 'ConvertRequest' })

export type ConvertFields = z.infer<typeof convertSchema>

export const quantizeSchema = z
  .object({
    model: name.describe('The id of a GGUF model here, or the absolute path of a file, where the server allows it.'),
    type: z.string().max(40).describe(`One of ${TYPES}.`),
    ...makingFields,
    allow_requantize: z
      .boolean()
      .nullish()
      .describe('Quantize what is quantized already, at a loss of quality. Default: false, it is refused.'),
    keep_output: z.boolean().nullish().describe('The output matrix stays as it is.'),
  })
  .meta({ id: 'QuantizeRequest' })

export type QuantizeFields = z.infer<typeof quantizeSchema>

export const madeSchema = z
  .object({
    model: z.string().describe('Its id.'),
    size_bytes: z.int(),
    warnings: z.array(z.string()).describe('What it does not do as the original did.'),
    loaded: z.boolean(),
  })
  .meta({ id: 'MadeModel', description: 'The `result` of a finished job.' })
