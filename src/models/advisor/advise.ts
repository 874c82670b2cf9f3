import { bitsOf, type ModelFigures, PRECISIONS } from './figures.ts'
import { type Fit, fitOf } from './fit.ts'
import type { Measurements } from './measurements.ts'
import type { Profile } from './profile.ts'
import type { Site } from './sites.ts'
import { estimateSpeeds, type SpeedFigure, speedFigure } from './speed.ts'
import { type AdviceWarning, warningsOf } from './warnings.ts'

/** What is to be known of a model on a device before it is loaded there. */
export interface DeviceAdvice {
  readonly model: ModelFigures
  readonly site: Site
  /** With the usual context, or what it was trained for where that is less. */
  readonly fit: Fit
  readonly decode: SpeedFigure
  readonly prefill: SpeedFigure
  readonly recommended: Recommended
  readonly warnings: readonly AdviceWarning[]
}

export interface Recommended {
  /** Of its weights, if it were converted anew; `null`: none has room. */
  readonly precision: string | null
  readonly contextTokens: number
  /** `null`: they don't matter there. */
  readonly threads: number | null
  /** Why just so, in words. */
  readonly reasons: readonly string[]
}

/** Finer copies of such a model know nothing more. */
const TRAINED_IN = 'MXFP4'
const USUAL_CONTEXT = 8192
const LEAST_CONTEXT = 2048
const MOST_CONTEXT = 32_768
/** A finer precision is worth it as long as answers come this fast. */
const FLUENT_SPEED = 15
/** Twice the memory for nothing that shows, and so few bits that it shows. */
const NEVER_FOR_BALANCE: readonly string[] = ['F16', 'Q3_K_M']

/** A model at each of the sites that can run it. */
export function adviseModel(
  model: ModelFigures,
  sites: readonly Site[],
  measurements: Measurements,
  profile: Profile,
): readonly DeviceAdvice[] {
  return sites
    .filter(({ platform }) => platform === model.platform)
    .map((site) => {
      const fit = fitAt(model, site, Math.min(model.trainedContextTokens, USUAL_CONTEXT))
      const measured = measurements.of(model.id, site.unit)
      const estimated = estimateSpeeds(model, site)
      const error = measurements.usualError
      const decode = speedFigure(measured?.decode ?? null, estimated.decode, error)
      const prefill = speedFigure(measured?.prefill ?? null, estimated.prefill, error)
      const recommended = recommend(model, site, decode, profile)
      const warnings = warningsOf(model, site, fit, decode, recommended.contextTokens)
      return { model, site, fit, decode, prefill, recommended, warnings }
    })
}

function fitAt(model: ModelFigures, { freeBytes, totalBytes }: Site, contextTokens: number): Fit {
  const { weightBytes, cacheBytesPerToken, otherBytes } = model
  return fitOf({ weightBytes, workingBytes: otherBytes + contextTokens * cacheBytesPerToken }, freeBytes, totalBytes)
}

function recommend(model: ModelFigures, site: Site, decode: SpeedFigure, profile: Profile): Recommended {
  const precision = precisionFor(model, site, decode, profile)
  const contextTokens = contextFor(model, site)
  const reasons = [
    precision === null
      ? 'In no precision does it have room.'
      : precision === TRAINED_IN
        ? 'It was trained in this precision.'
        : PRECISION_REASONS[profile],
    contextTokens < Math.min(model.trainedContextTokens, MOST_CONTEXT)
      ? `${contextTokens} tokens are the longest context that leaves room for other programs.`
      : contextTokens < model.trainedContextTokens
        ? `${contextTokens} tokens hold long documents; it was trained for ${model.trainedContextTokens}.`
        : `${contextTokens} tokens are all that it was trained for.`,
    ...(site.threads === null ? [] : [`${site.threads} threads are one for each core that should compute.`]),
  ]
  return { precision, contextTokens, threads: site.threads, reasons }
}

const PRECISION_REASONS: Readonly<Record<Profile, string>> = {
  fastest: 'Each token reads all weights: few bits are fast, and four cost little quality.',
  balanced: 'The finest precision that has room and still writes fluently; else four bits.',
  'best-quality': 'The finest precision that has room.',
  'lowest-memory': 'Four bits: with fewer, a smaller model answers better.',
  'lowest-power': 'Reading memory takes most of the power: few bits take little.',
}

/** Of those that fit comfortably with the usual context; one that a model was trained in stays. */
function precisionFor(model: ModelFigures, site: Site, decode: SpeedFigure, profile: Profile): string | null {
  if (model.precision === TRAINED_IN) return TRAINED_IN
  const context = Math.min(model.trainedContextTokens, USUAL_CONTEXT)
  const room = PRECISIONS.filter((precision) => {
    const weightBytes = bytesIn(precision, model)
    return fitAt({ ...model, weightBytes }, site, context).verdict === 'fits'
  })
  const small = room.find((precision) => precision === 'Q4_K_M') ?? room.at(-1) ?? null
  if (profile === 'best-quality') return room[0] ?? null
  if (profile !== 'balanced') return small
  const fluent = room.find((precision) => {
    const speed = decode.tokensPerSecond * (model.weightBytes / bytesIn(precision, model))
    return speed >= FLUENT_SPEED && !NEVER_FOR_BALANCE.includes(precision)
  })
  return fluent ?? small
}

function bytesIn(precision: string, { parameters, weightBytes }: ModelFigures): number {
  const bits = bitsOf(precision)
  return bits === null ? weightBytes : (parameters * bits) / 8
}

/** The largest power of two that fits comfortably; the least one where none does. */
function contextFor(model: ModelFigures, site: Site): number {
  const most = Math.min(model.trainedContextTokens, MOST_CONTEXT)
  let tokens = most
  while (tokens > LEAST_CONTEXT && fitAt(model, site, tokens).verdict !== 'fits') tokens = Math.floor(tokens / 2)
  return Math.max(Math.min(LEAST_CONTEXT, most), tokens)
}
