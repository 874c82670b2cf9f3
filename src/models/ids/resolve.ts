import { TrivetError } from '../../core/errors.ts'
import { parseModelId, plainModelId } from './id.ts'
import { preferredPrecision } from './precision.ts'

/** What a model can be called by. */
export interface Named {
  readonly id: string
  readonly aliases: readonly string[]
}

type Spelling = (model: Named, wanted: string) => boolean

/** From exact to loose. The first spelling by which anything is found decides. */
const SPELLINGS: readonly Spelling[] = [
  ({ id }, wanted) => id === wanted,
  ({ aliases }, wanted) => aliases.includes(wanted),
  ({ id }, wanted) => id === plainModelId(wanted),
  // A precision in any case, as GenieX has it.
  ({ id }, wanted) => sameUpToPrecisionCase(id, plainModelId(wanted)),
  // No precision: whichever is preferred of those there are.
  ({ id }, wanted) => parseModelId(id).name === plainModelId(wanted),
  ({ id, aliases }, wanted) => [id, ...aliases].some((name) => same(name, plainModelId(wanted))),
  ({ id }, wanted) => same(parseModelId(id).name, plainModelId(wanted)),
  // `qwen3:4b` of `qwen3:4b@rkllm-rk3588`, as LlamaPi's users say.
  ({ id }, wanted) => id.includes('@') && same(id.slice(0, id.lastIndexOf('@')), plainModelId(wanted)),
  // Ollama's clients say `:latest` for no tag.
  ({ id, aliases }, wanted) => [id, ...aliases].some((name) => same(`${name}:latest`, wanted)),
  // A bare name is Qualcomm's to GenieX's users, then anybody's.
  ({ id }, wanted) => same(id, `qualcomm/${plainModelId(wanted)}`),
  ({ id }, wanted) => same(parseModelId(id).name, `qualcomm/${plainModelId(wanted)}`),
  ({ id }, wanted) => same(withoutOwner(id), plainModelId(wanted)),
  ({ id }, wanted) => same(withoutOwner(parseModelId(id).name), plainModelId(wanted)),
]

/**
 * The model that a name means. Throws `model_not_found`, or `model_ambiguous` when a spelling fits several that differ
 * in more than precision.
 */
export function resolveModel<Model extends Named>(wanted: string, models: readonly Model[]): Model {
  for (const spelling of SPELLINGS) {
    const fitting = models.filter((model) => spelling(model, wanted))
    if (fitting.length > 0) return chosen(wanted, fitting)
  }
  throw new TrivetError('model_not_found', { model: wanted }, 'model')
}

function chosen<Model extends Named>(wanted: string, fitting: readonly Model[]): Model {
  const [first] = fitting
  const names = new Set(fitting.map(({ id }) => parseModelId(id).name))
  const precision = preferredPrecision(fitting.map(({ id }) => parseModelId(id).precision ?? ''))
  const model =
    fitting.length === 1 ? first : fitting.find(({ id }) => (parseModelId(id).precision ?? '') === precision)
  if (names.size === 1 && model) return model
  const candidates = fitting.map(({ id }) => `\`${id}\``).join(', ')
  throw new TrivetError('model_ambiguous', { model: wanted, candidates }, 'model')
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
