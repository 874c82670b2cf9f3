import type { Context, DecodeOutcome } from '../native/context.ts'
import type { EmbeddingBatch } from '../native/embedding-batch.ts'
import type { Reading } from './reading.ts'
import { type MediaSpan, positionAt } from './spans.ts'

/** How reading a span went. */
export interface SpanRead {
  /** `unwanted`: its request ended before it was encoded. */
  readonly outcome: DecodeOutcome | 'unwanted'
  /** Row of the last decode that holds the span's last row. */
  readonly lastRow: number
}

/** Reads an image or a sound into the cache of the reading's lane. Rejects with an Error when it can't be encoded. */
export async function readSpan(
  { reading, span }: { readonly reading: Reading; readonly span: MediaSpan },
  context: Context,
  batch: EmbeddingBatch,
): Promise<SpanRead> {
  const vectors = await span.vectors(() => !reading.ended)
  if (vectors === null || reading.ended || reading.lane === null) return { outcome: 'unwanted', lastRow: 0 }
  const { rows, piece } = span
  const { capacity } = batch
  const position = positionAt(span.start, reading.media)
  if (piece.bothWays) context.attendBothWays(true)
  try {
    for (let from = 0; from < rows; from += capacity) {
      const to = Math.min(rows, from + capacity)
      const wantsLogits = to === rows && reading.wantsLogits(span.start + rows - 1)
      batch.fill({ vectors, from, to, sequence: reading.lane.id, position, grid: piece.grid, wantsLogits })
      const outcome = await context.decode(batch)
      if (outcome !== 'done') return { outcome, lastRow: 0 }
    }
  } finally {
    if (piece.bothWays) context.attendBothWays(false)
  }
  return { outcome: 'done', lastRow: (rows - 1) % capacity }
}
