import { fitOf, usualWorkingBytes } from '../../../models/advisor/fit.ts'
import { DEFAULT_PROFILE } from '../../../models/advisor/profile.ts'
import { LIBRARY } from '../../../models/library/library.ts'
import type { Entry } from '../models/entry.ts'
import type { KnownModel } from '../models/known.ts'

const GB = 1024 ** 3
const USUAL_PARAMETERS = 1e9
const BYTES_PER_PARAMETER = { int4: 0.62, int8: 1.07, fp16: 2 } as const
/** Bytes a second that a usual disk gives. */
const DISK_SPEED = 500e6

interface Warning {
  readonly code: string
  readonly severity: 'info' | 'warning' | 'blocking'
  readonly message: string
}

/** What a model would take of this machine, and whether it has it: InferBridge's `advisor` of each row. */
export function evaluate(known: KnownModel, entry: Entry, memory: Memory) {
  const listed = LIBRARY.find(({ id }) => id === known.id)
  const facts = known.view?.stored?.facts
  const parameters = known.status?.loaded?.model.parameters ?? facts?.parameters ?? listed?.parameters
  const precision = entry.weight_format
  const measured = known.view?.stored?.sizeBytes
  const reckoned = (parameters ?? USUAL_PARAMETERS) * BYTES_PER_PARAMETER[precision]
  const weightBytes = measured ?? listed?.sizeBytes ?? reckoned
  const context = entry.max_context_len
  const workingBytes = workingOf(known) ?? usualWorkingBytes(parameters ?? USUAL_PARAMETERS, context)
  const fit = fitOf({ weightBytes, workingBytes }, memory.availableBytes, memory.totalBytes)
  const warnings = entry.is_loaded ? [] : warningsOf(fit.verdict, listed?.gated ?? false)
  const blocked = warnings.some(({ severity }) => severity === 'blocking')
  return {
    parameter_count_b: rounded((parameters ?? USUAL_PARAMETERS) / 1e9),
    precision,
    download_size_gb: rounded(weightBytes / GB),
    converted_size_gb: rounded(weightBytes / GB),
    converted_size_source: measured === undefined ? 'estimated' : 'measured',
    runtime_memory_gb: rounded(fit.neededBytes / GB),
    kv_cache_gb: rounded(workingBytes / GB),
    first_load_seconds: Math.max(1, Math.round(weightBytes / DISK_SPEED)),
    first_load_source: 'estimated',
    target_device: entry.recommended_device,
    profile: DEFAULT_PROFILE,
    compatibility: blocked ? 'blocked' : warnings.length > 0 ? 'caution' : 'compatible',
    fit_score: fitScore(warnings),
    required_free_disk_gb: entry.is_downloaded ? 0 : rounded(weightBytes / GB),
    recommended_device: entry.recommended_device,
    recommended_context_len: context,
    recommended_output_tokens: entry.max_output_tokens,
    recommended_weight_format: precision,
    quantization_recommendation: {
      weight_format: precision,
      reason: 'The precision that it is listed in.',
      group_size: null,
      ratio: null,
      sym: null,
    },
    warnings,
    requires_confirmation: warnings.some(({ severity }) => severity !== 'info'),
    downloaded: entry.is_downloaded,
    loaded: entry.is_loaded,
    benchmark: null,
  }
}

export type Evaluation = ReturnType<typeof evaluate>

/** In bytes. */
export interface Memory {
  readonly totalBytes: number
  readonly availableBytes: number
}

function workingOf({ status }: KnownModel): number | null {
  const devices = status?.footprint?.devices
  return devices ? devices.reduce((sum, { kvCache, compute }) => sum + kvCache + compute, 0) : null
}

function warningsOf(verdict: 'fits' | 'tight' | 'no', gated: boolean): readonly Warning[] {
  const memory: Readonly<Record<typeof verdict, readonly Warning[]>> = {
    fits: [],
    tight: [{ code: 'ram-tight', severity: 'warning', message: 'It leaves little memory for other programs.' }],
    no: [{ code: 'ram-insufficient', severity: 'blocking', message: 'There is not enough free memory for it now.' }],
  }
  const licence = 'Its licence has to be accepted at Hugging Face first.'
  return [...memory[verdict], ...(gated ? [{ code: 'gated-model', severity: 'info', message: licence } as const] : [])]
}

/** InferBridge's: of 100, each warning takes 12, what blocks 55. */
function fitScore(warnings: readonly Warning[]): number {
  const cost = { info: 0, warning: 12, blocking: 55 } as const
  return Math.max(0, 100 - warnings.reduce((sum, { severity }) => sum + cost[severity], 0))
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
