import { AUTO } from '../../../core/compute/compute.ts'
import type { KvType, Placement } from '../../../core/placement.ts'
import { MOST_SLOTS } from '../../../core/placement.ts'
import type { HostFacts, ModelFacts, Plan } from '../../driver.ts'
import { type LoadField, loadRefused } from '../../load-refused.ts'
import type { Accelerator } from './accelerators.ts'
import { offload } from './offload.ts'
import type { LlamaCppOptions, LlamaCppPlanOptions } from './options.ts'

/** Requests decoded together when nobody says otherwise. */
const DEFAULT_SLOTS = 4

/** KV cache types that llama.cpp can use without flash attention. */
const EXACT_KV_TYPES: readonly KvType[] = ['f32', 'f16', 'bf16']

/** Fills in what the user left open. Throws `load_refused` for a wish that can't be met. */
export function planLlamaCpp(
  modelId: string,
  facts: ModelFacts,
  wish: Placement,
  host: HostFacts,
  options: LlamaCppOptions,
  accelerators: ReadonlySet<Accelerator>,
): Plan {
  const {
    slots = DEFAULT_SLOTS,
    threads = host.cores,
    compute = AUTO,
    contextTokens = null,
    deterministic = false,
  } = wish
  const {
    kvType = 'f16',
    flashAttention = 'auto',
    loadMode = 'auto',
    splitMode = 'layer',
    mainGpu = 0,
    tensorSplit = [],
    pooling = null,
    draftModel = null,
    projector = null,
  } = wish
  const refuse = (field: LoadField, reason: string, against?: LoadField) => loadRefused(modelId, field, reason, against)
  if (slots > MOST_SLOTS) throw refuse('slots', `${slots} slots were asked for; ${MOST_SLOTS} is the most.`)
  if (threads > host.cores) {
    // Threads in excess of cores spin at each other's barriers: an order of magnitude slower, not faster.
    throw refuse('threads', `${threads} threads were asked for, but ${host.cores} cores may be used here.`)
  }
  if (flashAttention === 'off' && !EXACT_KV_TYPES.includes(kvType)) {
    throw refuse('kv_type', `a KV cache of ${kvType} needs flash attention, which is off.`, 'flash_attention')
  }
  if (deterministic && !EXACT_KV_TYPES.includes(kvType)) {
    throw refuse(
      'kv_type',
      `a KV cache of ${kvType} needs flash attention, which \`deterministic\` does without.`,
      'deterministic',
    )
  }
  if (deterministic && draftModel !== null) {
    // Several tokens checked at once are computed with other kernels, and round otherwise, than one by one.
    throw refuse(
      'draft_model',
      '`deterministic` rules out guessing ahead, so there can be no draft model.',
      'deterministic',
    )
  }
  if (pooling !== null && draftModel !== null) {
    const reason = '`pooling` makes an embedder of it, and a draft model guesses only what is written.'
    throw refuse('draft_model', reason, 'pooling')
  }
  const { gpuLayers, units } = offload(compute, wish.gpuLayers ?? -1, accelerators)
  return {
    driver: 'llama_cpp',
    modelId,
    modelPath: facts.path,
    contextTokens,
    slots,
    threads,
    gpuLayers,
    deterministic,
    options: planOptions({
      ...options,
      units,
      kvType,
      flashAttention,
      loadMode,
      splitMode,
      mainGpu,
      tensorSplit,
      pooling,
      draftModel,
      projector,
    }),
  }
}

/** Plain data, by a type that a plan's readers need not know. */
function planOptions(options: LlamaCppPlanOptions): Readonly<Record<string, unknown>> {
  return { ...options }
}
