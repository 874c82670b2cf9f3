import { TrivetError } from '../../core/errors.ts'
import type { Placement } from '../../core/placement.ts'
import type { Remark } from '../driver.ts'

/** Wishes that some runtimes can't meet, by their names in the settings. */
const NAMES = {
  contextTokens: 'context',
  compute: 'compute',
  pooling: 'pooling',
  slots: 'slots',
  threads: 'threads',
  gpuLayers: 'gpu_layers',
  deterministic: 'deterministic',
  kvType: 'kv_type',
  flashAttention: 'flash_attention',
  loadMode: 'load_mode',
  splitMode: 'split_mode',
  mainGpu: 'main_gpu',
  tensorSplit: 'tensor_split',
} as const satisfies Partial<Record<keyof Placement, string>>

export type Heeded = keyof typeof NAMES

/** Wishes that most runtimes meet, or answer for by themselves. */
export const OFTEN_HEEDED = ['contextTokens', 'compute', 'pooling'] as const satisfies readonly Heeded[]

export type OftenHeeded = (typeof OFTEN_HEEDED)[number]

/** Of those, the ones that a runtime meets. */
export function heededBut(lacks: readonly OftenHeeded[] = []): readonly Heeded[] {
  return OFTEN_HEEDED.filter((key) => !lacks.includes(key))
}

/** What is said of wishes that a runtime passes over. */
export function unheeded(name: string, wish: Placement, heeds: readonly Heeded[]): readonly Remark[] {
  const wished = (Object.keys(NAMES) as Heeded[]).filter((key) => !heeds.includes(key) && isWish(key, wish[key]))
  if (wished.length === 0) return []
  return [{ about: wished, words: `${name} has no ${wished.map((key) => NAMES[key]).join(', ')}: passed over.` }]
}

/** What is said of a context that was asked for, where models come with theirs. */
export function ownContext(name: string, { contextTokens }: Placement): readonly Remark[] {
  if (contextTokens === undefined) return []
  const words = `${name} gives a model its own context, whatever is asked for (${contextTokens} tokens).`
  return [{ about: ['contextTokens'], words }]
}

/** What comes to the same without being said is none. */
function isWish(key: Heeded, value: unknown): boolean {
  return value !== undefined && value !== false && value !== 'auto' && !(key === 'slots' && value === 1)
}

/** Throws `unsupported_parameter` for a draft model that a runtime has no use for. */
export function refuseDraft(name: string, { draftModel }: Placement, instead = ''): void {
  if (draftModel) throw unsupported('draft_model', `the ${name} engine${instead}`)
}

/** Throws `unsupported_parameter` for an encoder to be used: these runtimes' models bring their own. */
export function refuseProjector(name: string, { projector }: Placement): void {
  if (projector) throw unsupported('mmproj', `the ${name} engine`)
}

function unsupported(parameter: string, where: string): TrivetError {
  return new TrivetError('unsupported_parameter', { parameter, where, neutral: 'null' }, parameter)
}
