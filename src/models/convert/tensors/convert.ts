import type { TensorType } from '../../gguf/format.ts'
import type { StreamedTensor } from '../../gguf/stream.ts'
import { encodeValues } from '../../gguf/tensor.ts'
import type { ComputedTensor, TakenTensor } from './recipe.ts'
import type { SourceTensor } from './source.ts'

/** Bytes of the checkpoint that are worked on at once: some milliseconds of one core, between which others get theirs. */
const PIECE_BYTES = 1024 * 1024

/** A tensor of the checkpoint on its way into the file, a few rows at a time. */
export function streamedTensor(recipe: TakenTensor, source: SourceTensor, wanted: TensorType): StreamedTensor {
  const { target, rows = { count: source.rows, from: (row: number) => row }, shift = 0 } = recipe
  const shape = [rows.count, ...source.shape.slice(1)].reverse()
  const type = typeFor(recipe, shape, wanted)
  const asIs = shift === 0 && source.plain && source.dtype === type
  // Rows of a matrix are whole blocks; a vector's are single numbers, and never in blocks.
  const rowsAtOnce = Math.max(1, Math.floor(PIECE_BYTES / Math.max(1, source.rowLength * 4)))

  async function piece(first: number, count: number): Promise<Uint8Array> {
    const runs = consecutive(first, count, rows.from)
    if (asIs) return Buffer.concat(await inTurn(runs, (run) => source.bytes(run.first, run.count)))
    const values = joined(await inTurn(runs, (run) => source.floats(run.first, run.count)))
    if (shift !== 0) for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) + shift
    return encodeValues(type, values)
  }

  return {
    name: target,
    shape,
    type,
    async *data() {
      for (let row = 0; row < rows.count; row += rowsAtOnce) {
        yield await piece(row, Math.min(rowsAtOnce, rows.count - row))
      }
    },
  }
}

/** A tensor that was computed. */
export function computedTensor({ target, values }: ComputedTensor): StreamedTensor {
  return {
    name: target,
    shape: [values.length],
    type: 'F32',
    async *data() {
      yield encodeValues('F32', values)
    },
  }
}

/** As llama.cpp itself chooses: vectors, norms and biases stay exact, and rows that aren't whole blocks are halves. */
function typeFor({ target, exact = false }: TakenTensor, shape: readonly number[], wanted: TensorType): TensorType {
  const isMatrix = shape.length > 1 && target.endsWith('.weight') && !target.endsWith('_norm.weight')
  if (exact || !isMatrix) return 'F32'
  return wanted === 'Q8_0' && (shape[0] ?? 0) % 32 !== 0 ? 'F16' : wanted
}

interface Run {
  readonly first: number
  readonly count: number
}

/** The checkpoint's rows for `count` new ones, neighbours read together. */
function consecutive(first: number, count: number, from: (row: number) => number): Run[] {
  const runs: Run[] = []
  for (let row = first; row < first + count; row++) {
    const source = from(row)
    const last = runs.at(-1)
    if (last && last.first + last.count === source) runs[runs.length - 1] = { ...last, count: last.count + 1 }
    else runs.push({ first: source, count: 1 })
  }
  return runs
}

async function inTurn<T>(runs: readonly Run[], read: (run: Run) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (const run of runs) results.push(await read(run))
  return results
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const [only] = parts
  if (only && parts.length === 1) return only
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
