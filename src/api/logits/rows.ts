import { TrivetError } from '../../core/errors.ts'
import type { LogitsRow } from '../../core/event.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { unfinished } from '../chat/failure.ts'

/** Rows asked for at once take no more memory than this, in bytes of 32-bit floats; one row is the least. */
const WINDOW_BYTES = 32 * 1024 * 1024

export interface RowsWish {
  readonly ids: readonly number[]
  readonly lastOnly: boolean
  /** So many largest logits; 0: all. */
  readonly top: number
}

/**
 * The rows in order, fetched window by window as they are taken, so that no more than one is ever held: every window
 * finds what the ones before it have read in the engine's cache. Throws the engine's failure.
 */
export async function* logitsRows(open: OpenModel, wish: RowsWish, signal: AbortSignal): AsyncGenerator<LogitsRow> {
  const { ids, lastOnly, top } = wish
  const atOnce = Math.max(1, Math.floor(WINDOW_BYTES / (rowWidth(open, top) * 4)))
  for (let from = lastOnly ? ids.length - 1 : 0; from < ids.length; from += atOnce) {
    const task = { kind: 'logits', prompt: ids.slice(0, from + atOnce), from, top } as const
    let finished = false
    for await (const { event } of open.run([task], signal)) {
      if (event.type === 'error') throw TrivetError.from(event.error)
      if (event.type === 'logits') yield event
      finished ||= event.type === 'finish'
    }
    if (!finished) throw unfinished(signal)
  }
}

/** Logits in a row. */
export function rowWidth({ model }: OpenModel, top: number): number {
  return top === 0 ? model.vocabularyTokens : Math.min(top, model.vocabularyTokens)
}
