import { diskFull } from './disk-error.ts'

/** Left free: a disk filled to the last byte breaks others. */
const MARGIN_BYTES = 64 * 1024 * 1024

/** Space promised to one pull. */
export interface Reservation {
  /** What is free beside it, and promised to nobody; null: that can't be told. */
  readonly roomBytes: number | null
  /** So much of it is on the disk by now, and missing from what is free. */
  written(bytes: number): void
  release(): void
}

/** What is free on the store's disk, less what running pulls still want to write. */
export class DiskSpace {
  readonly #freeBytes: (folder: string) => Promise<number | null>
  readonly #promised = new Map<Reservation, number>()

  constructor(freeBytes: (folder: string) => Promise<number | null>) {
    this.#freeBytes = freeBytes
  }

  /** Rejects with `disk_full` when so much more doesn't fit in there beside what others are promised. */
  async reserve(folder: string, neededBytes: number): Promise<Reservation> {
    const free = await this.#freeBytes(folder)
    const promised = [...this.#promised.values()].reduce((sum, bytes) => sum + bytes, 0)
    const usable = free === null ? null : Math.max(0, free - promised - MARGIN_BYTES)
    if (usable !== null && neededBytes > usable) throw diskFull(folder, neededBytes, usable)
    const reservation: Reservation = {
      roomBytes: usable === null ? null : usable - neededBytes,
      written: (bytes) => this.#promised.set(reservation, Math.max(0, neededBytes - bytes)),
      release: () => this.#promised.delete(reservation),
    }
    this.#promised.set(reservation, neededBytes)
    return reservation
  }
}
