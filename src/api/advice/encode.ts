import type { z } from 'zod'
import type { DeviceAdvice } from '../../models/advisor/advise.ts'
import type { SpeedFigure } from '../../models/advisor/speed.ts'
import type { deviceAdviceSchema } from './schema.ts'

type Encoded = z.infer<typeof deviceAdviceSchema>

/** A model on a device, in the words of the API. */
export function encodeDevice({ model, site, fit, recommended, ...advice }: DeviceAdvice): Encoded {
  return {
    device: site.device,
    kind: site.unit,
    description: site.description,
    fit: {
      verdict: fit.verdict,
      needed_bytes: Math.round(fit.neededBytes),
      free_bytes: fit.freeBytes,
      weight_bytes: model.weightBytes,
      cache_bytes_per_token: Math.round(model.cacheBytesPerToken),
      source: model.memorySource,
    },
    decode: encodeSpeed(advice.decode),
    prefill: encodeSpeed(advice.prefill),
    recommended: {
      precision: recommended.precision,
      context_length: recommended.contextTokens,
      threads: recommended.threads,
      reasons: [...recommended.reasons],
    },
    warnings: advice.warnings.map((warning) => ({ ...warning })),
  }
}

function encodeSpeed({ tokensPerSecond, source, estimated, estimateError }: SpeedFigure): Encoded['decode'] {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return {
    tokens_per_second: tenth(tokensPerSecond),
    source,
    estimated: tenth(estimated),
    estimate_error: estimateError === null ? null : Math.round(estimateError * 100) / 100,
  }
}
