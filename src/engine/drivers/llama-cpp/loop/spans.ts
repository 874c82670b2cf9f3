import type { EmbeddedPiece } from '../media/projector.ts'

/** A stretch of a token list whose rows are an encoder's vectors. Its "tokens" are ids of rows, all negative. */
export interface Span {
  /** Index of its first row. */
  readonly start: number
  readonly rows: number
  /** By how much what follows is further on. */
  readonly positions: number
}

/** One that still has to be read, with what it takes. */
export interface MediaSpan extends Span {
  readonly piece: EmbeddedPiece
  /** Its rows, one after the other; `null` when nobody wants them any more. Rejects with an Error in words. */
  vectors(wanted: () => boolean): Promise<Float32Array | null>
}

/** The position of the row at `index`: where rows share positions, it lags behind the index. */
export function positionAt(index: number, spans: readonly Span[]): number {
  return spans.reduce(
    (position, span) => (endOf(span) <= index ? position + span.positions - span.rows : position),
    index,
  )
}

/** Of a beginning of `length` rows, as much as ends in no span: their rows are computed together or not at all. */
export function wholeSpans(length: number, spans: readonly Span[]): number {
  return spans.find(({ start, rows }) => start < length && length < start + rows)?.start ?? length
}

export function endOf({ start, rows }: Span): number {
  return start + rows
}
