import { type BenchmarkResult, type BenchmarkRun, decodeSpeedOf, prefillSpeedOf } from '../../core/benchmark.ts'
import type { ModelFigures } from './figures.ts'
import type { Unit } from './score.ts'
import type { Site } from './sites.ts'
import { estimateSpeeds, type Speeds } from './speed.ts'

/** Tokens a second; `null`: that was not measured. */
export type MeasuredSpeeds = { readonly [Speed in keyof Speeds]: number | null }

/** What was measured on this machine. */
export interface Measurements {
  /** As it was last measured; `null`: never. */
  of(model: string, unit: Unit): MeasuredSpeeds | null
  /** Models that were, each with the unit that it was on. */
  readonly models: readonly { readonly model: string; readonly unit: Unit; readonly speeds: MeasuredSpeeds }[]
  /** Half of the estimates here are off by no more than this share of what was measured; `null`: nothing was. */
  readonly usualError: number | null
}

/** @param runs newest first @param hardware fingerprint of this machine: what another one did says nothing */
export function measurementsOf(runs: readonly BenchmarkRun[], hardware: string): Omit<Measurements, 'usualError'> {
  const here = runs.filter((run) => run.hardware.fingerprint === hardware).flatMap(({ results }) => results)
  const places = new Map(here.map((result) => [`${unitOf(result)} ${result.model}`, result]))
  const models = [...places.values()].flatMap((place) => {
    const [model, unit] = [place.model, unitOf(place)]
    const results = here.filter((result) => result.model === model && unitOf(result) === unit)
    const speeds = { decode: first(results, decodeSpeedOf), prefill: first(results, prefillSpeedOf) }
    return speeds.decode === null && speeds.prefill === null ? [] : [{ model, unit, speeds }]
  })
  const of: Measurements['of'] = (model, unit) =>
    models.find((each) => each.model === model && each.unit === unit)?.speeds ?? null
  return { of, models }
}

function first(
  results: readonly BenchmarkResult[],
  speedOf: (result: BenchmarkResult) => number | null,
): number | null {
  return results.map(speedOf).find((speed) => speed !== null) ?? null
}

/** Where it was, whatever was asked for: layers on an accelerator tell. */
function unitOf({ device, subject }: BenchmarkResult): Unit {
  if (/^npu/i.test(device)) return 'npu'
  if (subject?.gpuLayers === null || subject === null) return /^gpu/i.test(device) ? 'gpu' : 'cpu'
  return subject.gpuLayers === 0 ? 'cpu' : 'gpu'
}

/** The same, with how far estimates of those that are known here are off. */
export function withUsualError(
  measured: Omit<Measurements, 'usualError'>,
  models: readonly ModelFigures[],
  sites: readonly Site[],
): Measurements {
  const errors = measured.models.flatMap(({ model, unit, speeds }) => {
    const figures = models.find(({ id }) => id === model)
    const site = sites.find((each) => each.unit === unit && each.platform === figures?.platform)
    if (figures === undefined || site === undefined || speeds.decode === null) return []
    return [Math.abs(estimateSpeeds(figures, site).decode / speeds.decode - 1)]
  })
  errors.sort((a, b) => a - b)
  return { ...measured, usualError: errors[Math.floor((errors.length - 1) / 2)] ?? null }
}
