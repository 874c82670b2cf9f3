import type { EncoderInput, EncoderOutput } from './encoder.ts'
import type { Fed, FedType, Graph } from './graph.ts'

/** Numbers for one input of a graph: of each text, as many as `tokens`. */
export interface Feed {
  readonly name: Fed
  readonly type: FedType
  readonly numbers: readonly number[]
  readonly shape: readonly [texts: number, tokens: number]
}

/** What a graph told: numbers, and how many there are along each axis. */
export interface Told {
  readonly values: Float32Array
  readonly shape: readonly number[]
}

/** What a position holds of each input: a token's, or that of the padding after a text. */
const NUMBERS: Readonly<Record<Fed, (input: EncoderInput, at: number, pad: number) => number>> = {
  input_ids: ({ ids }, at, pad) => ids[at] ?? pad,
  attention_mask: ({ ids }, at) => (at < ids.length ? 1 : 0),
  token_type_ids: ({ types }, at) => types[at] ?? 0,
  position_ids: ({ ids }, at) => (at < ids.length ? at : 0),
}

/** Texts as a graph takes them, each padded to the longest, or to what the graph is made for. */
export function feedsFor(graph: Graph, inputs: readonly EncoderInput[], padToken: number): readonly Feed[] {
  const texts = graph.fixed.texts ?? inputs.length
  const tokens = graph.fixed.tokens ?? Math.max(...inputs.map(({ ids }) => ids.length))
  const nothing: EncoderInput = { ids: [], types: [], texts: [] }
  return graph.inputs.map(({ name, type }) => ({
    name,
    type,
    shape: [texts, tokens],
    numbers: Array.from({ length: texts * tokens }, (_, place) => {
      return NUMBERS[name](inputs[Math.floor(place / tokens)] ?? nothing, place % tokens, padToken)
    }),
  }))
}

/** The numbers of an input in memory, as its type has them. */
export function packed({ type, numbers }: Feed): BigInt64Array | Int32Array | Float32Array {
  if (type === 'int64') return BigInt64Array.from(numbers, BigInt)
  return type === 'int32' ? Int32Array.from(numbers) : Float32Array.from(numbers)
}

/** What the graph told of each text, without its padding. */
export function readOutput(
  { gives }: Pick<Graph, 'gives'>,
  { values, shape }: Told,
  inputs: readonly EncoderInput[],
): readonly EncoderOutput[] {
  const width = shape.at(-1) ?? 0
  const rows = gives === 'rows' ? (shape[1] ?? 0) : 1
  return inputs.map(({ ids }, text) => {
    const start = text * rows * width
    return { values: values.slice(start, start + (gives === 'rows' ? ids.length : 1) * width), width }
  })
}
