import { openVinoName } from '../../../core/compute/openvino.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { Definition } from '../../../models/pull/definitions.ts'
import { isLoaded } from '../../../scheduler/only-loaded.ts'
import type { ModelStatus } from '../../../scheduler/scheduler.ts'
import type { ModelView } from '../../models/catalogue-view.ts'
import type { KnownModel } from './known.ts'
import type { Operation } from './operation.ts'
import { encodeProgress, type Phase } from './progress.ts'
import type { Change } from './revisions.ts'

/** Where a model is on its way. */
export type EntryStatus =
  | 'not_downloaded'
  | 'converting'
  | 'ready_to_load'
  | 'queued'
  | 'loading'
  | 'loaded'
  | 'error'
  | 'cancelled'

const LABELS: Readonly<Record<EntryStatus, string>> = {
  not_downloaded: 'Not downloaded',
  converting: 'Converting',
  ready_to_load: 'Ready to load',
  queued: 'Queued',
  loading: 'Loading',
  loaded: 'Loaded',
  error: 'Error',
  cancelled: 'Cancelled',
}

const MAX_MESSAGE = 180

/** What a display name ends in while something is the matter. */
const BADGES: Partial<Readonly<Record<EntryStatus, string>>> = {
  converting: ' — ⏳ Converting',
  queued: ' — ⏳ Queued',
  loading: ' — 🧠 Loading',
  error: ' — ⚠ Error',
}

/** What is known of a model besides its files and its engine. */
export interface EntryFacts {
  /** The last one. */
  readonly operation: Operation | null
  /** Of a model that is loaded. */
  readonly device: string | null
  /** The last of the operation. */
  readonly change: Change | null
}

/** A row of InferBridge's catalogue. */
export function encodeEntry(known: KnownModel, { operation, device, change }: EntryFacts) {
  const { id, status: engine, definition } = known
  const status = statusOf(known, operation)
  const underWay = operation !== null && !operation.ended
  const loaded = engine !== null && isLoaded(engine)
  const here = engine !== null
  const facts = factsOf(known)
  const phase = phaseOf(status, operation)
  return {
    id,
    name: displayName(known, status),
    description: definition?.description ?? describe(known),
    status,
    status_label: LABELS[status],
    is_loaded: loaded,
    is_loading: underWay || (engine?.state === 'starting' && !loaded),
    is_downloaded: here,
    device,
    ...facts,
    can_load: here && !underWay,
    can_convert: !loaded && !underWay && definition !== null,
    can_unload: loaded && !underWay,
    can_delete: here && !loaded && !underWay && (known.view?.stored?.owned ?? false),
    error: status === 'error' ? reasonOf(known, operation) : null,
    progress: encodeProgress(phase, operation, change, loaded ? keptMessage(operation) : undefined),
    can_cancel: underWay,
    cancel_mode: underWay ? (operation.type === 'convert' ? 'conversion' : 'preparation') : null,
    cancel_reason: null,
  }
}

export type Entry = ReturnType<typeof encodeEntry>

/** What is loaded, and so answers, wins over everything, then what is under way. */
function statusOf({ status: engine }: KnownModel, operation: Operation | null): EntryStatus {
  if (engine !== null && isLoaded(engine)) return 'loaded'
  const { state = null, stage = null } = operation?.job ?? {}
  if (operation !== null && !operation.ended) {
    if (operation.type === 'convert') return stage === 'loading' ? 'loading' : 'converting'
    return state === 'queued' ? 'queued' : 'loading'
  }
  if (engine?.state === 'starting') return 'loading'
  if (state === 'failed' || state === 'interrupted' || engine?.state === 'failed') return 'error'
  if (state === 'cancelled') return 'cancelled'
  return engine === null ? 'not_downloaded' : 'ready_to_load'
}

function displayName({ id, definition }: KnownModel, status: EntryStatus): string {
  return `${definition?.name ?? id}${BADGES[status] ?? ''}`
}

/** The device that it was loaded for. */
export function deviceOf({ settings }: Pick<ModelStatus, 'settings'>): string {
  const { compute } = settings.placement
  return compute === undefined ? 'AUTO' : openVinoName(compute)
}

/** What became of a switch that failed: the model goes on as it was. */
function keptMessage(operation: Operation | null): string | undefined {
  const failed = operation?.job.error
  return failed ? `Kept as it was: ${TrivetError.from(failed).message}`.slice(0, MAX_MESSAGE) : undefined
}

function reasonOf({ status: engine }: KnownModel, operation: Operation | null): string {
  const failed = operation?.job.error
  if (failed) return TrivetError.from(failed).message
  if (operation?.job.state === 'interrupted') return 'The server ended before it was done.'
  return engine?.reason ?? 'It failed.'
}

function phaseOf(status: EntryStatus, operation: Operation | null): Phase {
  switch (status) {
    case 'loaded':
      return operation !== null && !operation.ended ? 'loading' : 'ready'
    case 'error':
    case 'cancelled':
    case 'queued':
    case 'loading':
      return status
    case 'converting':
      return stagePhase(operation?.job.stage ?? null)
    default:
      return 'idle'
  }
}

function stagePhase(stage: string | null): Phase {
  if (stage === null) return 'resolving'
  if (/download/.test(stage)) return 'downloading'
  if (/load/.test(stage)) return 'loading'
  return /verif|check|try|publish/.test(stage) ? 'finalizing' : 'converting'
}

/** What its file says, where nobody has said more: `qwen3, 0.6 billion weights, Q4_K_M`. */
function describe({ view, status }: KnownModel): string {
  const facts = view?.stored?.facts
  if (!facts) return status?.loaded?.model.description ?? ''
  const { architecture, parameters, quantization } = facts
  return [architecture, parameters === null ? null : weights(parameters), quantization].filter(Boolean).join(', ')
}

function weights(count: number): string {
  const [size, word] = count >= 1e8 ? [1e9, 'billion'] : [1e6, 'million']
  return `${Number((count / size).toPrecision(2))} ${word} weights`
}

/** What is said of a model whatever its state. */
function factsOf({ view, definition }: KnownModel) {
  const backend = definition?.backend ?? backendOf(view)
  const images = backend === 'openvino-vlm'
  const embeds = backend === 'openvino-embeddings'
  const contextTokens = view?.status.loaded?.capabilities.contextTokens ?? view?.stored?.facts?.contextTokens ?? 2048
  return {
    recommended_device: definition?.device ?? 'AUTO',
    weight_format: definition?.weightFormat ?? weightFormatOf(view),
    source_model: definition?.source ?? '',
    max_context_len: definition?.contextTokens ?? contextTokens,
    max_output_tokens: definition?.outputTokens ?? (embeds ? 0 : Math.min(1024, Math.floor(contextTokens / 2))),
    trust_remote_code: definition?.trustRemoteCode ?? false,
    backend,
    capabilities: embeds ? ['embeddings'] : images ? ['chat', 'vision'] : ['chat'],
    supports_vision: images,
    input_modalities: images ? ['text', 'image'] : ['text'],
  }
}

function backendOf(view: ModelView | null): Definition['backend'] {
  const facts = view?.stored?.facts?.capabilities
  const loaded = view?.status.loaded?.capabilities
  if (loaded ? !loaded.generate : facts !== undefined && !facts.generate) return 'openvino-embeddings'
  return facts?.vision ? 'openvino-vlm' : 'openvino-genai'
}

/** The nearest of InferBridge's three. */
function weightFormatOf(view: ModelView | null): Definition['weightFormat'] {
  const precision = view?.stored?.facts?.quantization ?? ''
  if (/F16|F32/.test(precision)) return 'fp16'
  return /[5-8]/.test(/\d/.exec(precision)?.[0] ?? '') ? 'int8' : 'int4'
}
