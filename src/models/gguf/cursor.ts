/** What was read so far ends before the value does: read more of the file and start again. */
export class MoreBytesNeeded extends Error {}

/** A step through the bytes of a little-endian header. Every read throws `MoreBytesNeeded` past the end. */
export class Cursor {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get position(): number {
    return this.#at
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#step(1))
  }

  i8(): number {
    return this.#bytes.readInt8(this.#step(1))
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#step(2))
  }

  i16(): number {
    return this.#bytes.readInt16LE(this.#step(2))
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#step(4))
  }

  i32(): number {
    return this.#bytes.readInt32LE(this.#step(4))
  }

  f32(): number {
    return this.#bytes.readFloatLE(this.#step(4))
  }

  f64(): number {
    return this.#bytes.readDoubleLE(this.#step(8))
  }

  /** Rounded where it is above 2^53: sizes of real files aren't, and absurd ones stay absurd. */
  u64(): number {
    return Number(this.#bytes.readBigUInt64LE(this.#step(8)))
  }

  i64(): number {
    return Number(this.#bytes.readBigInt64LE(this.#step(8)))
  }

  text(length: number): string {
    const start = this.#step(length)
    return this.#bytes.toString('utf8', start, start + length)
  }

  skip(length: number): void {
    this.#step(length)
  }

  #step(length: number): number {
    const start = this.#at
    if (start + length > this.#bytes.length) throw new MoreBytesNeeded()
    this.#at = start + length
    return start
  }
}
