import { readFileSync } from 'node:fs'
import { type Clock, systemClock } from '../../../../core/clock.ts'
import { openPageCalls } from '../native/page-calls.ts'
import { hugePageBytes } from './machine.ts'
import { moveToHugePages } from './move.ts'
import { bytesOf, filesInUse, mappedFiles, ownMemory, piecesOf, type Range } from './ranges.ts'

/** Whoever has asked for the model is answered first. */
const AFTER_MS = 1000

/** Between two pieces: one takes some tenths of a millisecond, in which no answer goes on. */
const EVERY_MS = 5

/** Pieces between two looks at how much memory is free. */
const PIECES_A_LOOK = 64

/** What moves weights, and what is free for it. */
export interface Mover {
  /** False: it can't be done. */
  move(piece: Range): boolean
  /** Bytes that may be taken without pushing anything out of memory. */
  free(): number
  /** Told now and then how many bytes have been moved in all. */
  onMoved(bytes: number): void
  readonly clock: Clock
}

/**
 * Has the weights of the model that has just been loaded in huge pages, bit by bit, while it works. A mapped file is there
 * at once, but lies in small pages, whose addresses a processor looks up again and again as it reads all weights for each
 * token: on a virtual machine that took 2 to 5 % of its time. What is memory of the process already stays where it is, and
 * takes no more than before.
 * @param onMoved told now and then how many bytes of the file are memory of the process instead
 * @returns ends it; must be called before the model is freed
 */
export function settleWeights(onMoved: (bytes: number) => void): () => void {
  const pageBytes = hugePageBytes()
  const calls = pageBytes === null ? null : openPageCalls()
  if (pageBytes === null || calls === null) return () => {}
  const maps = readFileSync('/proc/self/maps', 'utf8')
  const own = ownMemory(maps)
  const collapsing = settle(piecesOf(own, pageBytes), {
    move({ start, end }) {
      calls.collapse(start, end - start)
      return true
    },
    free: () => Number.POSITIVE_INFINITY,
    onMoved: () => {},
    clock: systemClock,
  })
  const moving = settle(piecesOf(filesInUse(mappedFiles(maps), own), pageBytes), {
    move: (piece) => moveToHugePages(calls, piece, pageBytes),
    free: () => process.availableMemory(),
    onMoved,
    clock: systemClock,
  })
  return () => {
    collapsing()
    moving()
  }
}

/**
 * One piece after the other, as long as there is twice the memory free that all weights take: the copies, and what the
 * next model may need.
 */
export function settle(pieces: readonly Range[], { move, free, onMoved, clock }: Mover): () => void {
  const bytes = bytesOf(pieces)
  const step = (at: number) => {
    const piece = pieces[at]
    if (at > 0 && (piece === undefined || at % PIECES_A_LOOK === 0)) onMoved(bytesOf(pieces.slice(0, at)))
    if (piece === undefined) return
    if (at % PIECES_A_LOOK === 0 && free() < bytesOf(pieces.slice(at)) + bytes) return
    if (move(piece)) cancel = clock.after(EVERY_MS, () => step(at + 1))
    else onMoved(bytesOf(pieces.slice(0, at)))
  }
  let cancel = clock.after(AFTER_MS, () => step(0))
  return () => cancel()
}
