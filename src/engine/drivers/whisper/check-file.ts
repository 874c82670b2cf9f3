import { openFile } from '../../../core/open-file.ts'

/** Bytes read at a time. */
const WINDOW = 64 * 1024

/** Numbers of the header that say how large the model is, before the way its weights are stored. */
const SIZES = 10
const MOST_WORDS = 100_000
const LONGEST_WORD = 1000
const LONGEST_NAME = 200

/** Numbers and bytes of one block of each `ggml_type` that whisper.cpp's files have. */
const BLOCKS: Readonly<Record<number, readonly [numbers: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
}

/**
 * Goes through a file of ggml's as whisper.cpp will (`whisper_model_load`), which believes whatever sizes it finds there
 * and would take all memory for a broken one. Rejects with an Error in words.
 */
export async function requireSoundFile(path: string): Promise<void> {
  const file = await openFile(path)
  try {
    const { size } = await file.stat()
    const reader = new Reader((buffer, at) => file.read(buffer, 0, buffer.length, at), size)
    reader.skip(4 + SIZES * 4 + 4)
    const [bins = 0, frequencies = 0] = [await reader.int(), await reader.int()]
    reader.skip(within(bins, 1000) * within(frequencies, 10_000) * 4)
    for (let words = within(await reader.int(), MOST_WORDS); words > 0; words--) {
      reader.skip(within(await reader.int(), LONGEST_WORD))
    }
    let tensors = 0
    for (; !reader.ended; tensors++) await skipTensor(reader)
    if (tensors === 0) throw new Error('its file is broken: it has no weights.')
  } finally {
    await file.close()
  }
}

async function skipTensor(reader: Reader): Promise<void> {
  const [dimensions, name, type] = [await reader.int(), await reader.int(), await reader.int()]
  const block = BLOCKS[type]
  if (block === undefined) throw broken(type)
  let numbers = 1
  for (let left = within(dimensions, 4); left > 0; left--) numbers *= within(await reader.int(), 2 ** 31)
  reader.skip(within(name, LONGEST_NAME) + (numbers / block[0]) * block[1])
}

/** The number, unless nothing sound is so large. */
function within(value: number, most: number): number {
  if (value < 0 || value > most) throw broken(value)
  return value
}

function broken(value: number): Error {
  return new Error(`its file is broken: it has ${value} where a size should be.`)
}

/** Goes forward through a file; what is skipped is not read. */
class Reader {
  readonly #read: (buffer: Buffer, at: number) => Promise<unknown>
  readonly #size: number
  readonly #window = Buffer.alloc(WINDOW)
  #windowAt = -WINDOW
  #at = 0

  constructor(read: (buffer: Buffer, at: number) => Promise<unknown>, size: number) {
    this.#read = read
    this.#size = size
  }

  get ended(): boolean {
    return this.#at === this.#size
  }

  /** A whole number of 32 bits. */
  async int(): Promise<number> {
    const at = this.#at
    this.skip(4)
    if (at < this.#windowAt || at + 4 > this.#windowAt + WINDOW) {
      await this.#read(this.#window, at)
      this.#windowAt = at
    }
    return this.#window.readInt32LE(at - this.#windowAt)
  }

  /** Throws where the file ends before. */
  skip(bytes: number): void {
    this.#at += bytes
    if (this.#at > this.#size) throw new Error('its file is broken: it is cut short.')
  }
}
