import type { Media } from '../../../../core/media.ts'
import type { EmbeddedPiece, MediaPiece, Projector } from './projector.ts'

/** Of so many images and sounds, which rows they take is remembered. */
const KNOWN = 256

/** Vectors kept, in bytes: those of some hundred images. */
const VECTOR_BYTES = 256 * 2 ** 20

/** A piece as a prompt holds it. */
export type NumberedPiece = { readonly tokens: Int32Array } | NumberedRows

export interface NumberedRows extends EmbeddedPiece {
  /** Which of its medium's embedded pieces it is. */
  readonly index: number
  /** Stands for its first row in lists of tokens; the next row's is one less. Negative: no token of a vocabulary. */
  readonly id: number
}

type Work = Pick<Projector, 'pieces' | 'encode'>

/**
 * What a projector has made of images and sounds: each is encoded once, for as long as there is room to keep it. The
 * same content has the same ids, and other content others, so that prompts are compared by their tokens alone.
 */
export class Encodings {
  readonly #projector: Work
  readonly #budget: number
  /** Used last at the end, as maps keep their order. */
  readonly #known = new Map<string, Promise<readonly NumberedPiece[]>>()
  readonly #vectors = new Map<string, readonly Float32Array[]>()
  #bytes = 0
  #nextId = -1

  /** @param budget bytes of vectors kept; one medium's are kept in any case, since they are about to be used */
  constructor(projector: Work, budget = VECTOR_BYTES) {
    this.#projector = projector
    this.#budget = budget
  }

  /** The rows that a medium takes. Rejects with an Error when it can't be read. */
  pieces(media: Media): Promise<readonly NumberedPiece[]> {
    const known = this.#known.get(media.mark) ?? this.#projector.pieces(media).then((found) => this.#number(found))
    refresh(this.#known, media.mark, known)
    known.catch(() => this.#known.delete(media.mark))
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KNOWN) break
      this.#known.delete(oldest)
    }
    return known
  }

  /**
   * The vectors of a medium's embedded pieces; `null` when nobody wants them any more. Rejects with an Error when they
   * can't be made.
   */
  async vectors(media: Media, wanted: () => boolean): Promise<readonly Float32Array[] | null> {
    const kept = this.#vectors.get(media.mark)
    const vectors = kept ?? (await this.#projector.encode(media, wanted))
    if (vectors === null) return null
    refresh(this.#vectors, media.mark, vectors)
    if (kept === undefined) this.#bytes += bytesOf(vectors)
    for (const [oldest, old] of this.#vectors) {
      if (this.#bytes <= this.#budget || this.#vectors.size === 1) break
      this.#vectors.delete(oldest)
      this.#bytes -= bytesOf(old)
    }
    return vectors
  }

  #number(pieces: readonly MediaPiece[]): readonly NumberedPiece[] {
    let index = 0
    return pieces.map((piece) => {
      if ('tokens' in piece) return piece
      const id = this.#nextId
      this.#nextId -= piece.rows
      return { ...piece, index: index++, id }
    })
  }
}

function refresh<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
}

function bytesOf(vectors: readonly Float32Array[]): number {
  return vectors.reduce((total, { byteLength }) => total + byteLength, 0)
}
