import { TrivetError } from '../errors.ts'
import { AUTO, type Compute, HYBRID, parseUnit } from './compute.ts'
import { parseGenieXCompute } from './geniex.ts'
import { parseOpenVinoDevice } from './openvino.ts'

/** What a text may say, for its refusal. */
export const COMPUTE_FORMS =
  'cpu, gpu or npu, each with `.n` for which of several; some of these in order of preference, such as `npu,gpu,cpu`; ' +
  "auto; hybrid; OpenVINO's `AUTO:`, `MULTI:` or `HETERO:` before a list; or devices such as `HTP0,HTP1` or `GPUOpenCL`"

/**
 * The unified notation: every product's own, of which the names agree. Throws `invalid_value` about `param`.
 * @param param the field that the text is of
 */
export function readCompute(text: string, param: string): Compute {
  const compute = parseCompute(text)
  if (compute !== null) return compute
  throw new TrivetError('invalid_value', { reason: `\`${param}\` is \`${text}\`; it must be ${COMPUTE_FORMS}.` }, param)
}

/** The same; `null` for what can't be read. */
export function parseCompute(text: string): Compute | null {
  const name = text.trim().toLowerCase()
  if (name === 'auto') return AUTO
  if (name === 'hybrid') return HYBRID
  const units = name.split(',').map((token) => parseUnit(token.trim()))
  if (units.every((unit) => unit !== null)) return { take: 'first', units }
  return parseOpenVinoDevice(text)?.compute ?? (name === '' ? null : parseGenieXCompute(text))
}
