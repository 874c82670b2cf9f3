import type { Clock } from '../core/clock.ts'
import { asTrivetError, type ErrorCode, TrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import { Line } from '../core/line.ts'
import type { EngineTask } from '../core/task.ts'
import type { Footprint, Plan } from '../engine/driver.ts'
import type { Loaded } from '../engine/supervisor/supervisor.ts'
import type { EngineState } from '../engine/supervisor/transition.ts'
import { ableTo, choose, slotsOf, usefulness } from './choose.ts'
import { Member, type Prepared } from './member.ts'
import { prefixHashes, promptOf } from './prefix.ts'
import { type GroupStatus, instanceStatus, isSame, type Sized } from './status.ts'
import { unloadedTooSoon } from './unloaded.ts'
import { unlessAborted, within } from './waiting.ts'

/** Finds the driver of a model, plans, and makes a supervised instance of it; loads nothing. */
export type Prepare = () => Promise<Prepared>

/** Instances of other servers, which do what those of this machine do as far as they can. */
export interface Beside {
  readonly prepare: Prepare
  /** As many as have the model at the moment. */
  size(): number
}

export interface GroupOptions {
  /** Named in messages. */
  readonly model: string
  readonly prepare: Prepare
  /** Instances wanted, at least 1. */
  readonly size: number
  /** Where there can be as many as other servers have the model, which come and go. Absent: `size`, until it is resized. */
  readonly follows?: (() => number) | null
  /** Beside those; absent: none. */
  readonly beside?: Beside | null
  readonly clock: Clock
  /**
   * Has `load` begun as soon as there is room for what it takes, and resolves or rejects with it.
   * @param signal aborts when it is wanted no longer
   */
  admit(footprint: Footprint | null, load: () => Promise<void>, signal: AbortSignal): Promise<void>
  /** Something that `status` or `slots` tells is otherwise than before, apart from how many tasks are inside. */
  changed(): void
  /** Tasks have come in or gone: as often as requests do. */
  counted(): void
}

/** What an orderly end may take, once nothing runs any more, in milliseconds. */
const END_MS = 5_000

/** How a task fails that another instance may do: the server that was to do it never began. */
const NOT_BEGUN: ReadonlySet<ErrorCode> = new Set(['upstream_error', 'upstream_busy'])

/** The same among unlike instances, of which another may know what this one doesn't. */
const NOT_ABLE: ReadonlySet<ErrorCode> = new Set(['unsupported_parameter', 'wrong_model_type'])

/** How often it is seen whether more servers have the model, or one is back that could not be asked. */
const LOOK_MS = 30_000

const forever = new AbortController().signal

/** A model with its load settings, and the instances of it, which come to be when they are first wanted. */
export class Group {
  readonly #options: GroupOptions
  #members: readonly Member[] = []
  /** On their way out, finishing what they have; each until it is gone. */
  readonly #retiring = new Map<Member, Promise<void>>()
  #wanted: number
  #follows: () => number
  #lookedMs: number
  #loading: Promise<Loaded> | null = null
  /** Instances are begun one after the other: how many are missing is known only while nobody else begins one. */
  readonly #line = new Line()
  /** Aborted and renewed when it is unloaded: whoever began before loads nothing after. */
  #era = new AbortController()
  /** Instances being prepared, which have no state yet. */
  #preparing = 0
  #failure: TrivetError | null = null
  #last: { readonly plan: Plan; readonly loaded: Loaded | null } | null = null
  #stopping = false

  constructor(options: GroupOptions) {
    this.#options = options
    this.#wanted = options.size
    this.#follows = options.follows ?? (() => this.#wanted)
    this.#lookedMs = options.clock.now()
  }

  status(): GroupStatus {
    const { state, reason, progress } = this.#overall()
    const instances = this.#all().map(instanceStatus)
    return { state, reason, progress, loaded: this.#loaded(), wanted: this.#wanted, instances }
  }

  get state(): EngineState {
    return this.#overall().state
  }

  /** As of the last instance that was prepared. */
  get plan(): Plan | null {
    return this.#last?.plan ?? null
  }

  /**
   * Tasks the instances work on at once; while all of them are down, as many as they did. At least one, which has an
   * instance loaded where there is none.
   */
  slots(): number {
    const ready = this.#ready()
    const slots = (ready.length > 0 ? ready : this.#members).reduce((sum, member) => sum + slotsOf(member), 0)
    return Math.max(1, slots)
  }

  /** Tasks inside, those of instances on their way out included. */
  get running(): number {
    return this.#all().reduce((sum, { running }) => sum + running, 0)
  }

  get loading(): boolean {
    return this.#loading !== null || this.#preparing > 0 || this.#members.some((member) => member.loading)
  }

  /** The instances that hold memory now, or will presently. */
  footprints(): readonly { readonly footprint: Footprint | null; readonly loading: boolean }[] {
    return this.#all()
      .filter((member) => member.occupies)
      .map(({ footprint, loading }) => ({ footprint, loading }))
  }

  /**
   * Resolves when at least one instance is loaded. However many ask, each is prepared and loaded once; of several, the
   * others follow by themselves. Rejects as `Prepare`, `admit` and `Supervisor.ready` do, or with `request_cancelled`.
   */
  async ready(signal: AbortSignal): Promise<Loaded> {
    if (signal.aborted) throw new TrivetError('request_cancelled')
    const member = this.#foremost()
    const state = member?.supervisor.status().state
    // One that is restarting after a crash has kept its memory.
    if (member && (state === 'ready' || (state === 'starting' && !member.admitted))) {
      this.#lookAround()
      return member.supervisor.ready(signal)
    }
    this.#loading ??= this.#loadFirst(this.#era.signal)
    return unlessAborted(this.#loading, signal, () => new TrivetError('request_cancelled'))
  }

  /** Has the instance that suits best work on a task. Loads first when there is none; see `Supervisor.run`. */
  async *run(task: EngineTask, signal: AbortSignal): AsyncGenerator<EngineEvent, void, undefined> {
    const hashes = prefixHashes(promptOf(task))
    let member: Member | null = null
    // What is ready may be unloaded before it is used.
    while (member === null) {
      try {
        await this.ready(signal)
      } catch (thrown) {
        if (!signal.aborted) yield { type: 'error', error: asTrivetError(thrown).report() }
        return
      }
      member = this.#best(hashes, task) ?? null
      if (member === null && this.#ready().length > 0) {
        yield { type: 'error', error: this.#noneFits().report() }
        return
      }
    }
    const tried = new Set<Member>()
    while (member !== null) {
      tried.add(member)
      member = yield* this.#attempt(member, task, hashes, signal, () => this.#another(hashes, task, tried, signal))
    }
  }

  /** What one instance says; one that never began leaves the task to `another`, if there is any. */
  async *#attempt(
    member: Member,
    task: EngineTask,
    hashes: readonly string[],
    signal: AbortSignal,
    another: () => Promise<Member | null>,
  ): AsyncGenerator<EngineEvent, Member | null, undefined> {
    member.enter()
    member.prefixes.remember(hashes)
    let begun = false
    try {
      for await (const event of member.supervisor.run(task, signal)) {
        const next = !begun && event.type === 'error' && this.#isForAnother(event.error.code) ? await another() : null
        if (next !== null) return next
        begun = true
        yield event
      }
      return null
    } finally {
      member.leave()
    }
  }

  /** One that hasn't been tried and is ready, or is once those that are on their way are. */
  async #another(
    hashes: readonly string[],
    task: EngineTask,
    tried: ReadonlySet<Member>,
    signal: AbortSignal,
  ): Promise<Member | null> {
    const untried = () => {
      const members = this.#able(this.#ready(), task).filter((member) => !tried.has(member))
      return choose(members, hashes) ?? null
    }
    const arrived = untried()
    if (arrived !== null || !this.loading) return arrived
    await unlessAborted(this.fill(), signal, () => new TrivetError('request_cancelled')).catch(() => null)
    return untried()
  }

  /** From now on so many instances. Those that are too many finish what they have; resolves once that is done. */
  async resize(size: number): Promise<Sized> {
    this.#wanted = size
    this.#follows = () => size
    const idlest = this.#members.filter(({ beside }) => !beside).sort((a, b) => usefulness(b) - usefulness(a))
    await Promise.all(idlest.slice(size).map((member) => this.#retire(member)))
    return this.fill()
  }

  /**
   * Loads what is missing to the number wanted, once whoever else loads some of it has done so. One that doesn't come up
   * leaves the others as they are. Rejects as `ready` when none answers and none was to be loaded.
   */
  async fill(): Promise<Sized> {
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
    // One that restarts after a crash isn't missing, nor does it answer.
    if (failures.length === 0 && this.#ready().length === 0) await this.ready(forever)
    const actual = this.#ready().filter(({ beside }) => !beside).length
    return { requested: this.#wanted, actual, failures }
  }

  /**
   * Ends every instance, tasks still running after `deadlineMs` with them, and every load under way. What is wanted later
   * is loaded anew, and what went wrong before is of the past.
   */
  async unload(deadlineMs: number): Promise<void> {
    this.#era.abort()
    this.#era = new AbortController()
    this.#loading = null
    this.#failure = null
    for (const member of this.#members) void this.#retire(member)
    await Promise.all(
      Array.from(this.#retiring, async ([{ supervisor }, gone]) => {
        if (!(await within(deadlineMs, gone, this.#options.clock))) await supervisor.stop(0)
        await gone
      }),
    )
  }

  /** As `unload`, and nothing can be loaded from then on. */
  async stop(deadlineMs: number): Promise<void> {
    this.#stopping = true
    await this.unload(deadlineMs)
    // Whatever was being prepared finds out that it isn't wanted.
    await this.#line.empty()
    await this.unload(0)
  }

  #overall(): Pick<GroupStatus, 'state' | 'reason' | 'progress'> {
    const member = this.#best()
    if (member && !(member.admitted && member.supervisor.status().state !== 'ready')) {
      const { state, reason, progress } = member.supervisor.status()
      if (state !== 'stopped') return { state, reason, progress }
    }
    if (this.loading) return { state: 'starting', reason: null, progress: member?.supervisor.status().progress ?? 0 }
    const [leaving] = this.#retiring.keys()
    if (leaving) {
      const { state } = leaving.supervisor.status()
      return { state: state === 'stopping' ? state : 'draining', reason: null, progress: 0 }
    }
    if (this.#failure) return { state: 'failed', reason: this.#failure.message, progress: 0 }
    return { state: 'stopped', reason: null, progress: 0 }
  }

  #loaded(): Loaded | null {
    const loaded = this.#foremost()?.supervisor.status().loaded ?? this.#last?.loaded ?? null
    if (this.#last && loaded !== this.#last.loaded) this.#last = { ...this.#last, loaded }
    return loaded
  }

  #best(hashes: readonly string[] = [], task: EngineTask | null = null): Member | undefined {
    return choose(task === null ? this.#members : this.#able(this.#members, task), hashes)
  }

  /** The one that tasks are made for: of this machine, if any of it is ready. */
  #foremost(): Member | undefined {
    return this.#ready().find(({ beside }) => !beside) ?? this.#best()
  }

  /** Those that can do it, where they differ. */
  #able(members: readonly Member[], task: EngineTask): readonly Member[] {
    return this.#options.beside ? ableTo(task, members) : members
  }

  #isForAnother(code: ErrorCode): boolean {
    return NOT_BEGUN.has(code) || (Boolean(this.#options.beside) && NOT_ABLE.has(code))
  }

  /** Whoever it was made for has gone since. */
  #noneFits(): TrivetError {
    const reason = 'the instance that the request was made for has gone. Ask again.'
    return new TrivetError('engine_unavailable', { model: this.#options.model, state: 'failed', reason })
  }

  #all(): readonly Member[] {
    return [...this.#members, ...this.#retiring.keys()]
  }

  #ready(): readonly Member[] {
    return this.#members.filter((member) => member.supervisor.status().state === 'ready')
  }

  /** Instances wanted beyond those that are there or on their way: of this machine, or of others beside it. */
  #missing(beside = false): number {
    const wanted = beside ? (this.#options.beside?.size() ?? 0) : this.#wanted
    return wanted - this.#members.filter((member) => member.beside === beside && member.occupies).length
  }

  async #loadFirst(era: AbortSignal): Promise<Loaded> {
    try {
      const loaded = await this.#line.take(async () => {
        const started = this.#ready().length > 0 ? null : await this.#startFirst(era)
        // Whoever came before has loaded one, or one restarts after a crash.
        return started ?? this.#best()?.supervisor.ready(forever)
      })
      if (loaded === undefined) throw this.#notWanted()
      if (this.#missing() > 0 && !era.aborted) void this.fill().catch(() => undefined)
      if (this.#missing(true) > 0 && !era.aborted) void this.#fillBeside(era)
      return loaded
    } finally {
      if (!era.aborted) this.#loading = null
      this.#options.changed()
    }
  }

  /** One of another server is there at once, and answers until one of this machine does too. */
  async #startFirst(era: AbortSignal): Promise<Loaded | null> {
    const theirs = await this.#startMissing(0, era, true).catch(() => null)
    return theirs ?? this.#startMissing(0, era)
  }

  /** Has what other servers offer by now, now and then, while somebody asks. */
  #lookAround(): void {
    const { follows, beside, clock } = this.#options
    if (!(follows || beside) || clock.now() - this.#lookedMs < LOOK_MS) return
    this.#lookedMs = clock.now()
    this.#wanted = Math.max(1, this.#follows())
    if (follows && this.#missing() > 0) void this.fill().catch(() => undefined)
    if (this.#missing(true) > 0) void this.#fillBeside(this.#era.signal)
  }

  /** Those of other servers that can be had; the rest is as if they hadn't the model. */
  async #fillBeside(era: AbortSignal): Promise<void> {
    for (let failures = 0; this.#missing(true) > failures && !era.aborted; ) {
      await this.#line.take(() => this.#startMissing(failures, era, true)).catch(() => failures++)
    }
  }

  /**
   * Loads one more instance, from a place in line. Resolves with `null` when none is missing, or none any more.
   * @param given how many of the missing ones are given up
   * @param era rejects when it was unloaded since
   */
  async #startMissing(given: number, era: AbortSignal, beside = false): Promise<Loaded | null> {
    if (era.aborted || this.#stopping) throw this.#notWanted()
    if (this.#missing(beside) <= given) return null
    let member: Member | null = null
    try {
      member =
        this.#members.find((one) => one.beside === beside && !one.occupies) ?? (await this.#add(given, era, beside))
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

  /** `null`: it isn't missing any more. */
  async #add(given: number, era: AbortSignal, beside: boolean): Promise<Member | null> {
    this.#preparing++
    this.#options.changed()
    try {
      const { prepare } = (beside ? this.#options.beside : null) ?? this.#options
      const member = new Member(await prepare(), beside)
      if (era.aborted) throw this.#notWanted()
      if (this.#missing(beside) <= given) return null
      if (!beside) this.#last = { plan: member.supervisor.plan, loaded: this.#last?.loaded ?? null }
      this.#members = [...this.#members, member]
      this.#watch(member)
      return member
    } finally {
      this.#preparing--
      this.#options.changed()
    }
  }

  #notWanted(): TrivetError {
    return this.#stopping ? new TrivetError('shutting_down') : unloadedTooSoon(this.#options.model)
  }

  #watch(member: Member): void {
    let before = member.supervisor.status()
    member.supervisor.onChange((status) => {
      if (status.crashes > before.crashes) member.prefixes.clear()
      const counts = isSame(before, status)
      before = status
      counts ? this.#options.counted() : this.#options.changed()
    })
  }

  /** Gives it nothing more to do, and ends it when it is done. */
  #retire(member: Member): Promise<void> {
    // What is known of it is kept.
    this.#loaded()
    this.#members = this.#members.filter((other) => other !== member)
    member.retire()
    const gone = member
      .idle()
      .then(() => member.supervisor.stop(END_MS))
      .finally(() => {
        this.#retiring.delete(member)
        this.#options.changed()
      })
    this.#retiring.set(member, gone)
    this.#options.changed()
    return gone
  }
}
