import { latestSpeeds } from '../../benchmarks/latest.ts'
import { TrivetError } from '../../core/errors.ts'
import { choose, type Needs } from '../../models/advisor/choose.ts'
import { PROFILES, readSelector } from '../../models/advisor/profile.ts'
import type { Candidate } from '../../models/advisor/score.ts'
import type { ModelStatus } from '../../scheduler/scheduler.ts'
import type { Services } from '../services.ts'

/** What is loaded, how fast it was found to be, and what the caller may use of it. */
export type AutoSources = Pick<Services, 'scheduler' | 'benchmarks' | 'mayUse'>

/** Says which model was chosen for a request that left it open. */
export const CHOSEN_HEADER = 'x-trivet-model'

/** A request with a model's id in place of a selector, and what the answer's headers say of it. */
export interface Chosen<Fields> {
  readonly fields: Fields
  readonly headers: Readonly<Record<string, string>>
}

/** What tells a request's needs, in the words that chat-like APIs share. */
export interface NeedyFields {
  readonly model: string
  readonly tools?: readonly unknown[] | null | undefined
  readonly messages?: readonly unknown[] | null | undefined
  readonly input?: unknown
  /** Of a prompt without turns, as Ollama attaches them. */
  readonly images?: readonly unknown[] | null | undefined
}

/**
 * Where a request asks for `auto`, one of the models that are loaded now; nothing is loaded for it. Throws
 * `selector_unknown` about a profile that isn't one, and `no_model_ready`.
 */
export function withChosenModel<Fields extends NeedyFields>(fields: Fields, sources: AutoSources): Chosen<Fields> {
  const selector = readSelector(fields.model)
  if (selector === null) return { fields, headers: {} }
  if (selector.profile === null) {
    const details = { model: fields.model.slice(0, 100), profiles: PROFILES.join(', ') }
    throw new TrivetError('selector_unknown', details, 'model')
  }
  const needs = needsOf(fields)
  const chosen = choose(readyCandidates(sources), needs, selector.profile)
  if (chosen === null) throw new TrivetError('no_model_ready', { reason: nobody(needs) }, 'model')
  return { fields: { ...fields, model: chosen.id }, headers: { [CHOSEN_HEADER]: encodeURI(chosen.id) } }
}

/** Routes that choose no model look for one of a selector's name. That there is none is true, and no help. */
export function withSelectorTold(error: TrivetError): TrivetError {
  const { code, details, param } = error
  if (code !== 'model_not_found' || readSelector(String(details.model)) === null) return error
  return new TrivetError('selector_misplaced', details, param, { cause: error })
}

/** The models that answer now and that the caller may use, as the advisor sees them. */
export function readyCandidates({ scheduler, benchmarks, mayUse }: AutoSources): readonly Candidate[] {
  const speeds = latestSpeeds(benchmarks.list())
  const usable = scheduler.models().filter(({ id }) => mayUse(id))
  return usable.flatMap((model) => candidateOf(model, speeds.get(model.id) ?? null))
}

/** What a request shows and offers. */
function needsOf({ tools, messages, input, images }: NeedyFields): Needs {
  const turns = messages ?? (Array.isArray(input) ? input : [{ images }])
  return {
    images: turns.some((turn) => has(turn, /image/)) || turns.some(attachesImages),
    sounds: turns.some((turn) => has(turn, /audio/)),
    tools: (tools ?? []).length > 0,
  }
}

/** Whether any part of a turn is of such a type. */
function has(turn: unknown, type: RegExp): boolean {
  const { content } = (turn ?? {}) as { readonly content?: unknown }
  return Array.isArray(content) && content.some((part) => type.test(String((part as { type?: unknown })?.type)))
}

function attachesImages(turn: unknown): boolean {
  const { images } = (turn ?? {}) as { readonly images?: unknown }
  return Array.isArray(images) && images.length > 0
}

function nobody({ images, sounds }: Needs): string {
  if (images) return 'it shows images, and none that is loaded reads them. Load one that does.'
  if (sounds) return 'it has sounds, and none that is loaded hears them. Load one that does.'
  return 'none that generates text is loaded. Load one, or name it.'
}

/** A model that answers now, as the advisor sees it; none otherwise. */
function candidateOf(
  { id, state, loaded, footprint }: ModelStatus,
  tokensPerSecond: number | null,
): readonly Candidate[] {
  if (state !== 'ready' || loaded === null) return []
  const { model, capabilities } = loaded
  const devices = footprint?.devices ?? []
  return [
    {
      id,
      generates: capabilities.generate,
      readsImages: capabilities.media.image,
      hears: capabilities.media.audioRate !== null,
      callsTools: model.chatTemplate?.includes('tools') ?? false,
      parameters: model.parameters,
      weightBytes: model.sizeBytes,
      memoryBytes: devices.reduce((sum, { weights, kvCache, compute }) => sum + weights + kvCache + compute, 0) || null,
      unit: devices.some(({ device, weights }) => !/^cpu/i.test(device) && weights > 0) ? 'gpu' : 'cpu',
      tokensPerSecond,
    },
  ]
}
