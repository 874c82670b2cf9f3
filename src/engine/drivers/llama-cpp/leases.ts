/** How things of one kind come and go. */
export interface LeaseKind<Thing> {
  /** Rejects with what the request that names it is refused with. */
  open(path: string): Promise<Thing>
  /** Memory it takes, in bytes. */
  bytesOf(thing: Thing): number
  free(thing: Thing, path: string): void
}

/** What may stay without anybody using it. */
export interface LeaseBounds {
  readonly things: number
  readonly bytes: number
}

export interface Lease<Thing> {
  readonly thing: Thing
  /** It may be freed from now on; to be called once. */
  release(): void
}

interface Entry<Thing> {
  readonly opening: Promise<Thing>
  thing: Thing | null
  bytes: number
  users: number
}

/**
 * Things that requests name by file, each opened once. Unused they stay for the next request, within bounds: the one
 * unused for longest goes first, and one in use never.
 */
export class Leases<Thing> {
  readonly #kind: LeaseKind<Thing>
  readonly #bounds: LeaseBounds
  readonly #onBytes: (bytes: number) => void
  /** Oldest use first. */
  readonly #entries = new Map<string, Entry<Thing>>()

  /** @param onBytes told whenever it changes what all of them take together */
  constructor(kind: LeaseKind<Thing>, bounds: LeaseBounds, onBytes: (bytes: number) => void) {
    this.#kind = kind
    this.#bounds = bounds
    this.#onBytes = onBytes
  }

  /** Rejects as `open` does; another time it is tried anew. */
  async take(path: string): Promise<Lease<Thing>> {
    const entry = this.#entries.get(path) ?? this.#open(path)
    entry.users++
    this.#touch(path, entry)
    const thing = await entry.opening
    return {
      thing,
      release: () => {
        entry.users--
        this.#touch(path, entry)
        this.#trim()
      },
    }
  }

  /** What is open under this path. */
  get(path: string): Thing | null {
    return this.#entries.get(path)?.thing ?? null
  }

  /** Frees all, once what is being opened is open. Nothing may be in use. */
  async freeAll(): Promise<void> {
    await Promise.allSettled([...this.#entries.values()].map(({ opening }) => opening))
    for (const [path, entry] of this.#entries) this.#drop(path, entry)
  }

  #open(path: string): Entry<Thing> {
    const entry: Entry<Thing> = { opening: this.#kind.open(path), thing: null, bytes: 0, users: 0 }
    this.#entries.set(path, entry)
    entry.opening.then(
      (thing) => {
        entry.thing = thing
        entry.bytes = this.#kind.bytesOf(thing)
        this.#onBytes(this.#bytes)
        this.#trim()
      },
      () => this.#entries.delete(path),
    )
    return entry
  }

  #touch(path: string, entry: Entry<Thing>): void {
    this.#entries.delete(path)
    this.#entries.set(path, entry)
  }

  #trim(): void {
    for (const [path, entry] of this.#entries) {
      if (this.#entries.size <= this.#bounds.things && this.#bytes <= this.#bounds.bytes) return
      if (entry.users === 0) this.#drop(path, entry)
    }
  }

  #drop(path: string, { thing }: Entry<Thing>): void {
    this.#entries.delete(path)
    if (thing !== null) this.#kind.free(thing, path)
    this.#onBytes(this.#bytes)
  }

  get #bytes(): number {
    return [...this.#entries.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }
}
