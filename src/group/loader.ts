import { asTrivetError, TrivetError } from '../core/errors.ts'
import { Line } from '../core/line.ts'
import type { Footprint } from '../engine/driver.ts'
import type { Loaded } from '../engine/supervisor/supervisor.ts'
import { Member, type Prepared } from './member.ts'
import type { Roster } from './roster.ts'
import { unloadedTooSoon } from './unloaded.ts'
import { unlessAborted } from './waiting.ts'
import type { Wanted } from './wanted.ts'

/** Finds the driver of a model, plans, and makes a supervised instance of it; loads nothing. */
export type Prepare = () => Promise<Prepared>

/** Instances of other servers, which do what those of this machine do as far as they can. */
export interface Beside {
  readonly prepare: Prepare
  /** As many as have the model at the moment. */
  size(): number
}

export interface LoaderOptions {
  /** Named in messages. */
  readonly model: string
  readonly prepare: Prepare
  /** Beside those; absent: none. */
  readonly beside?: Beside | null
  /**
   * Has `load` begun as soon as there is room for what it takes, and resolves or rejects with it.
   * @param signal aborts when it is wanted no longer
   */
  admit(footprint: Footprint | null, load: () => Promise<void>, signal: AbortSignal): Promise<void>
  /** What is being prepared or loaded is otherwise than before. */
  changed(): void
}

const forever = new AbortController().signal

/** How the instances of a model come to be: one after the other, each as soon as there is room for it. */
export class Loader {
  readonly #options: LoaderOptions
  readonly #roster: Roster
  readonly #wanted: Wanted
  #first: Promise<Loaded> | null = null
  /** Instances are begun one after the other: how many are missing is known only while nobody else begins one. */
  readonly #line = new Line()
  /** Aborted and renewed when it is unloaded: whoever began before loads nothing after. */
  #era = new AbortController()
  /** Instances being prepared, which have no state yet. */
  #preparing = 0
  #failure: TrivetError | null = null
  #closed = false

  constructor(options: LoaderOptions, roster: Roster, wanted: Wanted) {
    this.#options = options
    this.#roster = roster
    this.#wanted = wanted
  }

  get loading(): boolean {
    return this.#first !== null || this.#preparing > 0 || this.#roster.members.some((member) => member.loading)
  }

  /** Why the last one didn't come up; `null`: it did, or what went wrong is of the past. */
  get failure(): TrivetError | null {
    return this.#failure
  }

  /** Resolves when one instance answers. It is loaded once, however many ask; of several, the others follow by themselves. */
  first(): Promise<Loaded> {
    this.#first ??= this.#loadFirst(this.#era.signal)
    return this.#first
  }

  /**
   * Loads what is missing to the number wanted, once whoever else loads some of it has done so. One that doesn't come up
   * leaves the others as they are. Resolves with why each of those didn't.
   */
  async fill(): Promise<readonly TrivetError[]> {
    const era = this.#era.signal
    const failures: TrivetError[] = []
    let missing = true
    while (missing) {
      try {
        missing = (await this.#line.take(() => this.#startMissing(failures.length, era))) !== null
      } catch (error) {
        failures.push(asTrivetError(error))
        missing = !era.aborted
      }
    }
    return failures
  }

  /** Those of other servers that can be had; the rest is as if they hadn't the model. */
  async fillBeside(): Promise<void> {
    const era = this.#era.signal
    for (let failures = 0; this.#missing(true) > failures && !era.aborted; ) {
      await this.#line.take(() => this.#startMissing(failures, era, true)).catch(() => failures++)
    }
  }

  /** Gives up every load under way. What is wanted later is loaded anew, and what went wrong before is of the past. */
  abandon(): void {
    this.#era.abort()
    this.#era = new AbortController()
    this.#first = null
    this.#failure = null
  }

  /** Nothing can be loaded from now on. */
  close(): void {
    this.#closed = true
  }

  /** Resolves when nothing is being prepared or loaded. */
  settled(): Promise<void> {
    return this.#line.empty()
  }

  /** Instances wanted beyond those that are there or on their way: of this machine, or of others beside it. */
  #missing(beside: boolean): number {
    const wanted = beside ? (this.#options.beside?.size() ?? 0) : this.#wanted.size
    return wanted - this.#roster.occupying(beside)
  }

  async #loadFirst(era: AbortSignal): Promise<Loaded> {
    try {
      const loaded = await this.#line.take(async () => {
        const started = this.#roster.ready.length > 0 ? null : await this.#startFirst(era)
        // Whoever came before has loaded one, or one restarts after a crash.
        return started ?? this.#roster.best?.supervisor.ready(forever)
      })
      if (loaded === undefined) throw this.#notWanted()
      if (!era.aborted) {
        void this.fill()
        void this.fillBeside()
      }
      return loaded
    } finally {
      if (!era.aborted) this.#first = null
      this.#options.changed()
    }
  }

  /** One of another server is there at once, and answers until one of this machine does too. */
  async #startFirst(era: AbortSignal): Promise<Loaded | null> {
    const theirs = await this.#startMissing(0, era, true).catch(() => null)
    return theirs ?? this.#startMissing(0, era)
  }

  /**
   * Loads one more instance, from a place in line. Resolves with `null` when none is missing, or none any more.
   * @param given how many of the missing ones are given up
   * @param era rejects when it was unloaded since
   */
  async #startMissing(given: number, era: AbortSignal, beside = false): Promise<Loaded | null> {
    if (era.aborted || this.#closed) throw this.#notWanted()
    if (this.#missing(beside) <= given) return null
    let member: Member | null = null
    try {
      member =
        this.#roster.members.find((one) => one.beside === beside && !one.occupies) ??
        (await this.#add(given, era, beside))
      if (member === null) return null
      const refusal = await member.supervisor.refusal()
      if (refusal) throw refusal
      await this.#admit(member)
      this.#failure = null
      return await member.supervisor.ready(forever)
    } catch (thrown) {
      const error = asTrivetError(thrown)
      // That it was told to go before it was there is no fault of the model's.
      if (member?.retired.aborted && !era.aborted) return null
      if (!era.aborted && !beside) this.#failure = error
      throw error
    }
  }

  /** `null`: it isn't missing any more. */
  async #add(given: number, era: AbortSignal, beside: boolean): Promise<Member | null> {
    this.#preparing++
    this.#options.changed()
    try {
      const { prepare } = (beside ? this.#options.beside : null) ?? this.#options
      const member = new Member(await prepare(), beside)
      if (era.aborted) throw this.#notWanted()
      if (this.#missing(beside) <= given) return null
      this.#roster.add(member)
      return member
    } finally {
      this.#preparing--
      this.#options.changed()
    }
  }

  /** Whoever lets it go doesn't wait until there would have been room. */
  async #admit(member: Member): Promise<void> {
    const { retired, footprint } = member
    if (retired.aborted) throw this.#notWanted()
    const admission = this.#options.admit(footprint, () => this.#load(member), retired)
    await unlessAborted(admission, retired, () => this.#notWanted())
  }

  async #load(member: Member): Promise<void> {
    if (member.retired.aborted) throw this.#notWanted()
    member.admitted = true
    this.#options.changed()
    try {
      await member.supervisor.ready(forever)
    } finally {
      member.admitted = false
      this.#options.changed()
    }
  }

  #notWanted(): TrivetError {
    return this.#closed ? new TrivetError('shutting_down') : unloadedTooSoon(this.#options.model)
  }
}
