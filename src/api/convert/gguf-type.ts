import { TrivetError } from '../../core/errors.ts'
import { type Quantization, quantizationNamed } from '../../core/quantization.ts'
import { type ConvertFields, TYPES } from './convert-schema.ts'

/** The fields that say it. */
export type TypeFields = Partial<
  Pick<ConvertFields, 'type' | 'pure' | 'weight_format' | 'group_size' | 'ratio' | 'sym'>
>

/** How a GGUF file's numbers are to be stored. */
export interface TypeWish {
  readonly type: Quantization
  readonly pure: boolean
}

/** Numbers that share a scale in all of llama.cpp's types of four and eight bits that are chosen here. */
const GROUP = 32

/**
 * The type that is meant, by llama.cpp's own name or by OpenVINO's fields as far as llama.cpp can do what they say.
 * Throws `unsupported_parameter` by name where it can't.
 */
export function decodeType(fields: TypeFields): TypeWish {
  const { type, weight_format: format, group_size: group, ratio, sym } = fields
  if (type && format) throw misfit('weight_format', '`type` and `weight_format` say the same; give one of them.')
  if (!format) {
    refuse('group_size', group)
    refuse('ratio', ratio)
    refuse('sym', sym)
    return { type: namedType(type ?? 'Q8_0'), pure: fields.pure ?? false }
  }
  if (format === 'fp16') {
    refuse('group_size', group)
    refuse('ratio', ratio)
    refuse('sym', sym)
    return { type: 'F16', pure: false }
  }
  if (group !== GROUP) refuse('group_size', group, String(GROUP))
  if (format === 'int8') {
    refuse('ratio', ratio)
    if (sym === false) refuse('sym', sym, 'true')
    return { type: 'Q8_0', pure: false }
  }
  if (ratio !== 1) refuse('ratio', ratio, '1')
  return { type: sym === true ? 'Q4_0' : 'Q4_K_M', pure: ratio === 1 || (fields.pure ?? false) }
}

/** Throws `invalid_value` about `type`. */
export function namedType(name: string): Quantization {
  const type = quantizationNamed(name)
  if (type === null) throw misfit('type', `\`${name}\` is no type of llama.cpp's; these are: ${TYPES}.`)
  return type
}

function refuse(parameter: string, value: unknown, neutral = 'null'): void {
  if (value === null || value === undefined) return
  const where = 'conversions to GGUF of this type'
  throw new TrivetError('unsupported_parameter', { parameter, where, neutral }, parameter)
}

function misfit(param: string, reason: string): TrivetError {
  return new TrivetError('invalid_value', { reason }, param)
}
