import { onAbort } from '../core/abort.ts'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { admit, retryAfterSeconds } from './admission.ts'

export interface QueueOptions {
  /** Named in the refusal. */
  readonly model: string
  /** Requests that may wait, to begin with. */
  readonly capacity: number
  /** Requests that may run at once, as things stand now. */
  slots(): number
  readonly clock: Clock
  /** Somebody came or left. */
  changed?(): void
}

/** A turn at the engine. */
export interface Place {
  /** Why nothing more may start in it; `null`: something may. */
  readonly over: TrivetError | null
  /** Gives the turn to the next in line. Later calls do nothing. */
  leave(): void
}

/** Somebody in line or inside. */
interface Guest {
  over: TrivetError | null
}

interface Waiter extends Guest {
  start(): void
  refuse(error: TrivetError): void
}

/** How much the latest request counts in the mean duration. */
const SMOOTHING = 0.2

/** First come, first served, for one model. */
export class Queue {
  readonly #options: QueueOptions
  readonly #waiters: Waiter[] = []
  readonly #idle: (() => void)[] = []
  /** In line or inside. */
  readonly #present = new Set<Guest>()
  /** Who waits for those that were present at some time to have left. */
  readonly #farewells = new Set<{ readonly left: Set<Guest>; done(): void }>()
  #capacity: number
  #running = 0
  #closed = false
  #over = false
  #meanMs = 0

  constructor(options: QueueOptions) {
    this.#options = options
    this.#capacity = options.capacity
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiters.length
  }

  /** Nobody is admitted any more: the server is shutting down. */
  get closed(): boolean {
    return this.#closed
  }

  /** `clear` has been called: nothing may start any more. */
  get over(): boolean {
    return this.#over
  }

  /** The place in line that a newcomer would have, from 1; 0: it would run at once. */
  get position(): number {
    return this.waiting === 0 && this.#running < this.#options.slots() ? 0 : this.waiting + 1
  }

  /** So many may wait from now on; those who wait already may stay. */
  set capacity(capacity: number) {
    this.#capacity = capacity
  }

  /**
   * Waits for a turn. Rejects with `queue_full` at once, `request_cancelled` as soon as the signal aborts, or
   * `shutting_down`.
   */
  async enter(signal: AbortSignal): Promise<Place> {
    if (signal.aborted) throw new TrivetError('request_cancelled')
    const { model } = this.#options
    const capacity = this.#capacity
    const slots = this.#options.slots()
    switch (admit({ running: this.#running, waiting: this.waiting, slots, capacity, closed: this.#closed })) {
      case 'closed':
        throw new TrivetError('shutting_down')
      case 'full':
        throw new TrivetError('queue_full', { model, capacity, retryAfter: retryAfterSeconds(this.#meanMs, slots) })
      case 'wait':
        return this.#place(await this.#turn(signal))
      case 'run':
        this.#running++
        return this.#place({ over: null })
    }
  }

  /** A turn that is free this moment and that nobody is in line for; `null` when there is none. */
  enterIfFree(): Place | null {
    if (this.#closed || this.waiting > 0 || this.#running >= this.#options.slots()) return null
    this.#running++
    return this.#place({ over: null })
  }

  /** As many may run as `slots` says now. */
  refresh(): void {
    this.#settle()
  }

  /** Resolves when everyone has left who is in line or inside now; others may come meanwhile. */
  async drained(): Promise<void> {
    if (this.#present.size === 0) return
    await new Promise<void>((done) => this.#farewells.add({ left: new Set(this.#present), done }))
  }

  /** Admits nobody any more; those inside and in line go on. Resolves when the last of them has left. */
  close(): Promise<void> {
    this.#closed = true
    return new Promise((resolve) => {
      this.#idle.push(resolve)
      this.#settle()
    })
  }

  /** Refuses everyone in line; those inside start nothing more. Whoever comes later is as welcome as ever. */
  dismiss(error: TrivetError): void {
    for (const guest of this.#present) guest.over = error
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(error)
    this.#settle()
  }

  /** Dismisses everyone with `shutting_down`, for good. */
  clear(): void {
    this.#over = true
    this.dismiss(new TrivetError('shutting_down'))
  }

  /** Resolves with the turn already counted, so that nobody can take it before the waiter wakes. */
  #turn(signal: AbortSignal): Promise<Guest> {
    return new Promise((resolve, reject) => {
      const stopListening = onAbort(signal, () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
        this.#gone(waiter)
        reject(new TrivetError('request_cancelled'))
      })
      const waiter: Waiter = {
        over: null,
        start: () => {
          stopListening()
          resolve(waiter)
        },
        refuse: (error) => {
          stopListening()
          this.#gone(waiter)
          reject(error)
        },
      }
      this.#waiters.push(waiter)
      this.#present.add(waiter)
      this.#options.changed?.()
    })
  }

  /** @param who as whom it is `present` */
  #place(who: Guest): Place {
    this.#present.add(who)
    this.#options.changed?.()
    const started = this.#options.clock.elapsed()
    let held = true
    const leave = () => {
      if (!held) return
      held = false
      this.#running--
      this.#observe(this.#options.clock.elapsed() - started)
      this.#gone(who)
    }
    return {
      get over() {
        return who.over
      },
      leave,
    }
  }

  #gone(who: Guest): void {
    this.#present.delete(who)
    for (const farewell of this.#farewells) {
      farewell.left.delete(who)
      if (farewell.left.size > 0) continue
      this.#farewells.delete(farewell)
      farewell.done()
    }
    this.#settle()
    this.#options.changed?.()
  }

  #observe(durationMs: number): void {
    this.#meanMs = this.#meanMs === 0 ? durationMs : this.#meanMs + SMOOTHING * (durationMs - this.#meanMs)
  }

  /** After anything left: whoever is next starts; whoever waits for emptiness learns of it. */
  #settle(): void {
    while (this.#running < this.#options.slots()) {
      const next = this.#waiters.shift()
      if (!next) break
      this.#running++
      next.start()
    }
    if (this.#running === 0 && this.waiting === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }
}
