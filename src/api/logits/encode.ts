import type { LogitsRow } from '../../core/event.ts'
import { decodeFloats } from '../../core/floats.ts'

/** Digits that tell every 32-bit float from its neighbours. */
const DIGITS = 9
const LARGEST = 3.4028234663852886e38

/** What comes before the rows, in the order of the contract. */
export interface LogitsHead {
  readonly model: string
  readonly n_rows: number
  readonly vocab_size: number | null
  readonly top_n: number
  readonly input_ids?: readonly number[]
}

/** One JSON object, row by row. */
export async function* logitsJson(head: LogitsHead, rows: AsyncIterable<LogitsRow>): AsyncGenerator<string, void> {
  let before = `${JSON.stringify(head).slice(0, -1)},"rows":[`
  for await (const row of rows) {
    yield before + JSON.stringify(encodeRow(row))
    before = ','
  }
  yield ']}'
}

/** The rows one after another: 32-bit token ids, unless all are given, then 32-bit floats; little-endian. */
export async function* logitsBinary(rows: AsyncIterable<LogitsRow>): AsyncGenerator<Uint8Array, void> {
  for await (const { ids, values } of rows) {
    const before = Buffer.alloc(ids.length * 4)
    ids.forEach((id, index) => {
      before.writeUInt32LE(id, index * 4)
    })
    yield Buffer.concat([before, Buffer.from(values, 'base64')])
  }
}

function encodeRow({ ids, values }: LogitsRow): { token_ids?: readonly number[]; logits: readonly number[] } {
  const logits = Array.from(decodeFloats(values), short)
  return ids.length === 0 ? { logits } : { token_ids: ids, logits }
}

/** The shortest number that is this float again in 32 bits; JSON has no infinity. */
function short(value: number): number {
  return Math.max(-LARGEST, Math.min(LARGEST, Number(value.toPrecision(DIGITS))))
}
