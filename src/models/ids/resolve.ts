import { TrivetError } from '../../core/errors.ts'
import { parseModelId, plainModelId } from './id.ts'
import { preferredPrecision } from './precision.ts'

/** What a model can be called by. */
export interface Named {
  readonly id: string
  readonly aliases: readonly string[]
  /** Why it can't be loaded; `null`: nothing is known to be wrong. */
  readonly invalid: string | null
  /** What its file says; `null` or absent: nothing that could be read. */
  readonly facts?: { readonly quantization: string | null } | null
}

/** Whether a name of a model is what the wanted one spells. */
interface Spelling {
  /** `precise`: the id with the precision of its file, of a model whose id has none. */
  readonly of: 'id' | 'alias' | 'either' | 'precise'
  fits(name: string, wanted: string): boolean
}

/** From exact to loose. The first spelling by which anything is found decides. */
const SPELLINGS: readonly Spelling[] = [
  { of: 'id', fits: (id, wanted) => id === wanted },
  { of: 'alias', fits: (alias, wanted) => alias === wanted },
  { of: 'id', fits: (id, wanted) => id === plainModelId(wanted) },
  // A precision in any case, as GenieX has it.
  { of: 'id', fits: (id, wanted) => sameUpToPrecisionCase(id, plainModelId(wanted)) },
  { of: 'precise', fits: (id, wanted) => sameUpToPrecisionCase(id, plainModelId(wanted)) },
  // No precision: whichever is preferred of those there are.
  { of: 'id', fits: (id, wanted) => parseModelId(id).name === plainModelId(wanted) },
  { of: 'either', fits: (name, wanted) => same(name, plainModelId(wanted)) },
  { of: 'id', fits: (id, wanted) => same(parseModelId(id).name, plainModelId(wanted)) },
  // `qwen3:4b` of `qwen3:4b@rkllm-rk3588`, as LlamaPi's users say.
  { of: 'id', fits: (id, wanted) => id.includes('@') && same(id.slice(0, id.lastIndexOf('@')), plainModelId(wanted)) },
  // Ollama's clients say `:latest` for no tag.
  { of: 'either', fits: (name, wanted) => same(`${name}:latest`, wanted) },
  // A bare name is Qualcomm's to GenieX's users, then anybody's.
  { of: 'id', fits: (id, wanted) => same(id, `qualcomm/${plainModelId(wanted)}`) },
  { of: 'id', fits: (id, wanted) => same(parseModelId(id).name, `qualcomm/${plainModelId(wanted)}`) },
  { of: 'id', fits: (id, wanted) => same(withoutOwner(id), plainModelId(wanted)) },
  { of: 'id', fits: (id, wanted) => same(withoutOwner(parseModelId(id).name), plainModelId(wanted)) },
]

/** A model that a name fits, and which of its aliases it spells; `null`: its id. */
interface Fit<Model> {
  readonly model: Model
  readonly alias: string | null
}

/**
 * The model that a name means. Throws `model_not_found`, or `model_ambiguous` when a spelling fits several that differ
 * in more than precision.
 */
export function resolveModel<Model extends Named>(wanted: string, models: readonly Model[]): Model {
  const fitting = fitsOf(wanted, models).map(({ model }) => model)
  const [first] = fitting
  if (first && fitting.length === 1) return first
  const names = new Set(fitting.map(({ id }) => parseModelId(id).name))
  // A broken precision is for those who name it, unless nothing else is there.
  const whole = fitting.filter(({ invalid }) => invalid === null)
  const choice = whole.length > 0 ? whole : fitting
  const precision = preferredPrecision(choice.map(precisionIn))
  const model = choice.find((each) => precisionIn(each) === precision)
  if (names.size === 1 && model) return model
  throw ambiguous(wanted, fitting)
}

/**
 * What a name means to somebody who takes it away: no precision is preferred then, and an alias is told from its model.
 * Throws `model_not_found`, or `model_ambiguous` when the name fits several models.
 */
export function resolveRemoval<Model extends Named>(wanted: string, models: readonly Model[]): Fit<Model> {
  const fitting = fitsOf(wanted, models)
  const [first] = fitting
  if (first && fitting.length === 1) return first
  throw ambiguous(
    wanted,
    fitting.map(({ model }) => model),
  )
}

/** By the strictest spelling that fits any. Throws `model_not_found` when none does. */
function fitsOf<Model extends Named>(wanted: string, models: readonly Model[]): Fit<Model>[] {
  for (const { of, fits } of SPELLINGS) {
    const fitting = models.flatMap((model): Fit<Model>[] => {
      const aliases = of === 'alias' || of === 'either' ? model.aliases : []
      const alias = aliases.find((name) => fits(name, wanted))
      if (alias !== undefined) return [{ model, alias }]
      const id = of === 'precise' ? preciseId(model) : of === 'alias' ? null : model.id
      return id !== null && fits(id, wanted) ? [{ model, alias: null }] : []
    })
    if (fitting.length > 0) return fitting
  }
  throw new TrivetError('model_not_found', { model: wanted }, 'model')
}

function ambiguous(wanted: string, fitting: readonly Named[]): TrivetError {
  const candidates = fitting.map(({ id }) => `\`${id}\``).join(', ')
  return new TrivetError('model_ambiguous', { model: wanted, candidates }, 'model')
}

function preciseId({ id, facts }: Named): string | null {
  const quantization = facts?.quantization ?? null
  return quantization === null || parseModelId(id).precision !== null ? null : `${id}:${quantization}`
}

function precisionIn({ id }: Named): string {
  return parseModelId(id).precision ?? ''
}

function sameUpToPrecisionCase(id: string, wanted: string): boolean {
  const [a, b] = [parseModelId(id), parseModelId(wanted)]
  return a.name === b.name && a.precision !== null && b.precision !== null && same(a.precision, b.precision)
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function withoutOwner(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}
