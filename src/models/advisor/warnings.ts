import type { ModelFigures } from './figures.ts'
import type { Fit } from './fit.ts'
import type { Site } from './sites.ts'
import type { SpeedFigure } from './speed.ts'

export const WARNING_CODES = [
  'memory-insufficient',
  'memory-tight',
  'splits',
  'slow',
  'context-reduced',
  'precision-low',
  'gated-model',
  'not-measured',
] as const

export interface AdviceWarning {
  readonly code: (typeof WARNING_CODES)[number]
  readonly severity: 'info' | 'warning' | 'blocking'
  /** What it means, and what to do. */
  readonly message: string
}

/** Tokens a second that nobody likes to read at. */
const SLOW = 3
const FEW_BITS = 4

/** @param contextTokens recommended */
export function warningsOf(
  model: ModelFigures,
  { unit, freeBytes }: Site,
  fit: Fit,
  decode: SpeedFigure,
  contextTokens: number,
): readonly AdviceWarning[] {
  const bits = (8 * model.weightBytes) / model.parameters
  const share = Math.max(0, Math.floor((100 * (freeBytes - model.otherBytes)) / fit.neededBytes))
  const all: readonly (AdviceWarning | false)[] = [
    fit.verdict === 'no' && {
      code: 'memory-insufficient',
      severity: 'blocking',
      message: `It needs ${gb(fit.neededBytes)} and ${gb(fit.freeBytes)} are free. Free memory, or take fewer bits.`,
    },
    fit.verdict === 'tight' && {
      code: 'memory-tight',
      severity: 'warning',
      message: `It leaves ${gb(fit.freeBytes - fit.neededBytes)} for everything else. Close programs, or shorten its context.`,
    },
    fit.verdict === 'no' &&
      unit === 'gpu' &&
      share > 0 && {
        code: 'splits',
        severity: 'info',
        message: `About ${share} % of its layers have room there; the CPU would compute the others, more slowly.`,
      },
    decode.tokensPerSecond < SLOW && {
      code: 'slow',
      severity: 'warning',
      message: `${decode.tokensPerSecond.toFixed(1)} tokens a second are slower than most people read.`,
    },
    fit.verdict !== 'no' &&
      contextTokens < Math.min(model.trainedContextTokens, USUAL_CONTEXT) && {
        code: 'context-reduced',
        severity: 'info',
        message: `There is room for ${contextTokens} tokens of context; it was trained for ${model.trainedContextTokens}.`,
      },
    bits < FEW_BITS && {
      code: 'precision-low',
      severity: 'info',
      message: `${bits.toFixed(1)} bits a weight cost noticeable quality. A smaller model with more bits may answer better.`,
    },
    model.gated && {
      code: 'gated-model',
      severity: 'info',
      message: 'Its licence has to be accepted at Hugging Face first.',
    },
    decode.source === 'estimated' && {
      code: 'not-measured',
      severity: 'info',
      message: 'Its speed is estimated. POST /v1/benchmarks/run, or `trivet bench`, measures it.',
    },
  ]
  return all.filter((warning) => warning !== false)
}

const USUAL_CONTEXT = 8192

function gb(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
