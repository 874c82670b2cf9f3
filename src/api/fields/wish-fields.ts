import { z } from 'zod'
import type { Compute } from '../../core/compute/compute.ts'
import { readCompute } from '../../core/compute/read.ts'
import { TrivetError } from '../../core/errors.ts'
import { keepAliveMs, type Wish } from '../../core/wish.ts'

/** A number of seconds, or a duration as Go writes them: `5m`, `1h30m`, `250ms`. */
export const keepAliveSchema = z.union([z.number(), z.string()])

/** What a request may want of the model's placement. Null is the same as absent. */
export const wishFields = {
  nctx: z
    .int()
    .min(0)
    .nullish()
    .describe(
      'Tokens the context must have at least; 0 is as the model is loaded. When it has fewer, another instance of the ' +
        'model is loaded that has as many, if there is memory for it.',
    ),
  ngl: z.int().min(-1).nullish().describe('Layers kept on an accelerator; -1 is all. Default: as the model is loaded.'),
  compute: z
    .string()
    .max(200)
    .nullish()
    .describe(
      '`cpu`, `gpu`, `npu`, `hybrid` or `auto`; of several, such as `npu,gpu.1,cpu`, the first that is there. ' +
        "OpenVINO's device expressions and GenieX's lists, such as `HTP0,HTP1`, are understood. Default: as the model " +
        'is loaded.',
    ),
  keep_alive: keepAliveSchema
    .nullish()
    .describe(
      'How long the model stays loaded after this: seconds, or a duration such as `5m`; negative is for good, 0 not at ' +
        'all. Default: as it is.',
    ),
}

export interface WishFields {
  readonly nctx?: number | null | undefined
  readonly ngl?: number | null | undefined
  readonly compute?: string | null | undefined
  readonly keep_alive?: number | string | null | undefined
}

/** Throws `invalid_value` about `keep_alive` or `compute`. */
export function decodeWish({ nctx, ngl, compute, keep_alive }: WishFields): Wish {
  const keepAlive = decodeKeepAlive(keep_alive)
  const unit = decodeCompute(compute, 'compute')
  return {
    ...(typeof nctx === 'number' && nctx > 0 && { contextTokens: nctx }),
    ...(typeof ngl === 'number' && { gpuLayers: ngl }),
    ...(unit && { compute: unit }),
    ...(keepAlive !== undefined && { keepAliveMs: keepAlive }),
  }
}

/** `undefined`: nothing was asked for. Throws `invalid_value` about `param`. */
export function decodeCompute(text: string | null | undefined, param: string): Compute | undefined {
  return text?.trim() ? readCompute(text, param) : undefined
}

/** In milliseconds; `undefined`: nothing was asked for. */
export function decodeKeepAlive(value: number | string | null | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'number') return keepAliveMs(value)
  const parts = [...value.replace(/^[-+]/, '').matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g)]
  const plain = /^[-+]?[\d.]+$/.test(value) ? Number(value) : Number.NaN
  const seconds = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (SECONDS[unit ?? ''] ?? 0), 0)
  const whole = parts.map(([text]) => text).join('') === value.replace(/^[-+]/, '')
  const total = Number.isNaN(plain) ? (value.startsWith('-') ? -seconds : seconds) : plain
  if (Number.isNaN(total) || (Number.isNaN(plain) && !whole)) {
    const reason = `\`keep_alive\` is \`${value}\`; it must be seconds, or a duration such as \`5m\` or \`1h30m\`.`
    throw new TrivetError('invalid_value', { reason }, 'keep_alive')
  }
  return keepAliveMs(total)
}

/** Go's units of time (`time.ParseDuration`). */
const SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
}
