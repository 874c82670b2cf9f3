/** An input or an output of a graph, as its runtime tells it. */
export interface GraphValue {
  readonly name: string
  readonly type: string
  /** A number where it is fixed, a name or less than 1 where it isn't. */
  readonly shape: readonly (number | string)[]
}

/** What a graph may be fed with. */
const FED = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'] as const
export type Fed = (typeof FED)[number]

const NUMBERS = ['int64', 'int32', 'float32'] as const
export type FedType = (typeof NUMBERS)[number]

/** How a graph's inputs and its output are to be used. */
export interface Graph {
  readonly inputs: readonly { readonly name: Fed; readonly type: FedType }[]
  readonly output: string
  /** `rows`: a vector of each token; `vector`: one that is pooled already; `score`: of a pair. */
  readonly gives: 'rows' | 'vector' | 'score'
  /** `null`: as many as are given. */
  readonly fixed: { readonly texts: number | null; readonly tokens: number | null }
}

/** What exporters call a model's outputs, in the order in which they are preferred. */
const VECTORS = ['sentence_embedding', 'text_embeds', 'dense_vecs']
const ROWS = ['last_hidden_state', 'token_embeddings', 'hidden_states']
const SCORES = ['logits', 'scores']

/**
 * Throws an Error in words for a graph that is none of an encoder.
 * @param pools whether tokens' vectors are wanted, to be pooled otherwise than the graph does
 */
export function graphOf(inputs: readonly GraphValue[], outputs: readonly GraphValue[], pools: boolean): Graph {
  const fed = inputs.map(({ name, type }) => {
    const known = FED.find((one) => one === name)
    if (known === undefined) {
      const decoder = name.startsWith('past_key_values') ? ' It generates text, which this engine does not do.' : ''
      throw new Error(`its graph wants the input ${name}, which is not known here.${decoder}`)
    }
    const number = NUMBERS.find((one) => one === type)
    if (number === undefined) throw new Error(`its input ${name} takes ${type}, not whole numbers.`)
    return { name: known, type: number }
  })
  const ids = inputs.find(({ name }) => name === 'input_ids')
  if (ids === undefined) throw new Error('its graph takes no `input_ids`.')
  return {
    inputs: fed,
    ...outputOf(outputs, pools),
    fixed: { texts: fixed(ids.shape[0]), tokens: fixed(ids.shape[1]) },
  }
}

function outputOf(outputs: readonly GraphValue[], pools: boolean): Pick<Graph, 'output' | 'gives'> {
  const named = (names: readonly string[], rank: number) =>
    names
      .map((name) => outputs.find((output) => output.name === name && output.shape.length === rank))
      .find((output) => output !== undefined)
  const only = outputs.length === 1 ? outputs[0] : undefined
  const score = named(SCORES, 2)
  const vector = named(VECTORS, 2) ?? (only?.shape.length === 2 ? only : undefined)
  const rows = named(ROWS, 3) ?? outputs.find(({ name, shape }) => shape.length === 3 && !SCORES.includes(name))
  const [output, gives] =
    score !== undefined
      ? ([score, 'score'] as const)
      : rows !== undefined && (pools || vector === undefined)
        ? ([rows, 'rows'] as const)
        : ([vector, 'vector'] as const)
  if (output === undefined) {
    const names = outputs.map(({ name, shape }) => `${name}[${shape.join(', ')}]`).join(', ')
    throw new Error(`its graph tells ${names}, of which neither embeddings nor scores can be made.`)
  }
  if (pools && gives === 'vector') throw new Error('its graph pools by itself, and tells no vectors of tokens.')
  if (output.type !== 'float32')
    throw new Error(`its output ${output.name} is of ${output.type}; float32 is read here.`)
  return { output: output.name, gives }
}

function fixed(size: number | string | undefined): number | null {
  return typeof size === 'number' && size > 0 ? size : null
}
