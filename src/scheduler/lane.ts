import type { Clock } from '../core/clock.ts'
import type { EngineEvent } from '../core/event.ts'
import type { ReadMedia } from '../core/media.ts'
import type { Placement } from '../core/placement.ts'
import type { EngineTask } from '../core/task.ts'
import { askedToStop } from '../engine/asked-to-stop.ts'
import type { Footprint, Plan } from '../engine/driver.ts'
import type { Loaded } from '../engine/supervisor/supervisor.ts'
import { Group } from '../group/group.ts'
import type { Beside } from '../group/loader.ts'
import type { Prepared } from '../group/member.ts'
import type { GroupStatus, Sized } from '../group/status.ts'
import { within } from '../group/waiting.ts'
import type { Resident } from './eviction.ts'
import type { FileStamp } from './fingerprint.ts'
import { IdleTimer } from './idle-timer.ts'
import { LoadedFile } from './loaded-file.ts'
import { Queue } from './queue.ts'
import type { Residency, Tenant } from './residency.ts'
import { type Holding, hostBytes } from './room.ts'
import { runTasks } from './run.ts'
import type { OpenModel } from './scheduler.ts'

/** What every lane of a scheduler shares. */
export interface LaneWorld {
  /** Whether a model is never to be evicted for another, as it is now. */
  isPinned(model: string): boolean
  readonly clock: Clock
  readonly residency: Residency
  /** A look at a model's file now. */
  stamp(path: string): FileStamp
  readonly readMedia: ReadMedia
}

export interface LaneOptions {
  /** Unique among lanes. */
  readonly key: string
  readonly model: string
  readonly path: string
  readonly placement: Placement
  /** Requests that may wait. */
  readonly capacity: number
  readonly instances: number
  readonly keepAliveMs: number
  prepare(): Promise<Prepared>
  /** See `WantedOptions.follows`. */
  readonly follows: (() => number) | null
  /** Instances of other servers; `null`: none. */
  readonly beside: Beside | null
  /** Something that `status` tells is otherwise. */
  changed(): void
}

/** One load and its queue: as much as a request needs to know of where it goes. */
export interface LaneStatus extends GroupStatus {
  /** Tokens one request may span; `null`: nobody knows yet. */
  readonly contextTokens: number | null
  /** Requests an instance works on at once; `null`: it was never planned. */
  readonly slots: number | null
  /** Of one instance; `null`: unknown, or never planned. */
  readonly footprint: Footprint | null
  /** When it will be unloaded if nothing comes; `null`: not by itself. */
  readonly expiresMs: number | null
  readonly running: number
  readonly waiting: number
}

/** A request that has just been given a model is about to use it: so long it counts as busy. */
const GRACE_MS = 500

/** A model with one set of load settings: the line of those who wait, and the instances they wait for. */
export class Lane implements Tenant {
  readonly key: string
  readonly model: string
  readonly placement: Placement
  readonly #options: LaneOptions
  readonly #world: LaneWorld
  readonly #group: Group
  readonly #queue: Queue
  readonly #idle: IdleTimer
  readonly #file: LoadedFile
  #planned: (Required<Pick<Prepared, 'footprint' | 'unheeded'>> & { readonly plan: Plan }) | null = null
  /** Made to find out what it comes to, and not used yet. */
  #spare: Prepared | null = null
  #keepAliveMs: number
  #capacity: number
  #lastUsedMs: number
  #loadMs = 0
  #leaving = false
  /** How often it was told to leave, and did. */
  #departures = { asked: 0, done: 0 }
  /** Requests that wait for it to be loaded, and then use it. */
  readonly #opening = new Set<Promise<unknown>>()

  constructor(options: LaneOptions, world: LaneWorld) {
    const { clock } = world
    this.key = options.key
    this.model = options.model
    this.placement = options.placement
    this.#options = options
    this.#world = world
    this.#keepAliveMs = options.keepAliveMs
    this.#capacity = options.capacity
    this.#lastUsedMs = clock.now()
    this.#file = new LoadedFile(() => world.stamp(options.path))
    this.#idle = new IdleTimer(clock, () => void this.leave())
    const group: Group = new Group({
      model: options.model,
      prepare: () => this.#prepare(),
      size: options.instances,
      follows: options.follows,
      beside: options.beside,
      clock,
      admit: (footprint, load, signal) => world.residency.admit(this, footprint, () => this.#timed(load), signal),
      changed: () => this.#changed(),
      counted: () => this.#counted(),
    })
    this.#group = group
    this.#queue = new Queue({
      model: options.model,
      capacity: options.capacity,
      slots: () => group.slots(),
      clock,
      changed: () => this.#counted(),
    })
  }

  status(): LaneStatus {
    const { contextTokens, footprint, expiresMs, plan } = this
    const { running, waiting } = this.#queue
    const slots = plan?.slots ?? null
    return { ...this.#group.status(), contextTokens, slots, footprint, expiresMs, running, waiting }
  }

  get plan(): Plan | null {
    return this.#planned?.plan ?? null
  }

  /** Settings of its placement that have no effect, as far as it was planned. */
  get unheeded(): readonly (keyof Placement)[] {
    return this.#planned?.unheeded ?? []
  }

  /** Of one instance: of those there are, the one that takes most. */
  get footprint(): Footprint | null {
    const held = this.#group.footprints().flatMap(({ footprint }) => footprint ?? [])
    const [largest] = held.toSorted((one, other) => hostBytes(other) - hostBytes(one))
    return largest ?? this.#planned?.footprint ?? null
  }

  /** Tokens one request may span; `null`: nobody knows yet. */
  get contextTokens(): number | null {
    const { loaded } = this.#group.status()
    return loaded?.capabilities.contextTokens ?? this.footprint?.contextTokens ?? this.plan?.contextTokens ?? null
  }

  get keepAliveMs(): number {
    return this.#keepAliveMs
  }

  set keepAliveMs(ms: number) {
    this.#keepAliveMs = ms
    this.#rest()
  }

  get capacity(): number {
    return this.#capacity
  }

  set capacity(capacity: number) {
    this.#capacity = capacity
    this.#queue.capacity = capacity
  }

  get expiresMs(): number | null {
    return this.#idle.dueMs
  }

  /** Nothing of it is loaded, and nobody waits for it to be. */
  get dormant(): boolean {
    return this.holdings().length === 0 && !this.#group.loading && this.#queue.running + this.#queue.waiting === 0
  }

  /** Nobody has asked for it of late either: whoever was just given it may be about to. */
  get forgotten(): boolean {
    return this.dormant && !this.#usedOfLate
  }

  /** Seconds since the Unix epoch, as `ModelStatus.created`. */
  created(): number {
    return Math.floor(this.#file.stamp(this.#group.status().loaded).modifiedMs / 1000)
  }

  /** Finds out what it would be, without loading it. Rejects as `Prepare`. */
  async planAhead(): Promise<void> {
    if (this.#planned === null) this.#spare = await this.#prepare()
  }

  /** Rejects as `Group.ready`. */
  async open(signal: AbortSignal, keepAliveMs?: number): Promise<OpenModel> {
    if (keepAliveMs !== undefined) this.#keepAliveMs = keepAliveMs
    this.#lastUsedMs = this.#world.clock.now()
    await this.#world.residency.stays(this)
    const loaded = await this.#opened(signal)
    const { asked } = this.#departures
    this.#touch()
    return {
      id: this.model,
      model: loaded.model,
      capabilities: loaded.capabilities,
      fingerprint: this.#file.fingerprint(loaded, this.#group.plan),
      readMedia: (attachment, readSignal) =>
        this.#world.readMedia(attachment, loaded.capabilities.media.audioRate, readSignal),
      unloaded: () => this.#departures.asked !== asked,
      position: () => this.#queue.position,
      run: (tasks, runSignal) => {
        this.#touch()
        return runTasks(this.#queue, { run: (task, taskSignal) => this.#run(task, taskSignal) }, tasks, runSignal)
      },
    }
  }

  /** Loads so many instances, or as many as are wanted. Rejects when not one of them comes up. */
  async size(instances?: number): Promise<Sized> {
    const sized = await (instances === undefined ? this.#group.fill() : this.#group.resize(instances))
    this.#touch()
    const [failure] = sized.failures
    if (failure && sized.actual === 0) throw failure
    return sized
  }

  holdings(): readonly Holding[] {
    return this.#group.footprints()
  }

  /** Somebody waits for it or is answered, or it isn't ready yet. */
  get working(): boolean {
    return this.#inUse || this.#group.loading
  }

  get #inUse(): boolean {
    return this.#queue.running + this.#queue.waiting + this.#group.running > 0
  }

  /** A use that lies in the future was before the clock was set back, nobody knows how long ago. */
  get #usedOfLate(): boolean {
    const ago = this.#world.clock.now() - this.#lastUsedMs
    return ago >= 0 && ago < GRACE_MS
  }

  standing(): Omit<Resident, 'id' | 'bytes'> {
    const busy = this.#inUse || this.#usedOfLate
    const state = this.#group.loading ? 'loading' : busy ? 'busy' : 'idle'
    return {
      state,
      pinned: this.#world.isPinned(this.#options.model),
      lastUsedMs: this.#lastUsedMs,
      loadMs: this.#loadMs,
    }
  }

  /**
   * Unloads it once those who are there now have left; those who are still there after `deadlineMs` are ended. Whoever
   * comes later loads it anew.
   */
  async leave(deadlineMs = Number.POSITIVE_INFINITY): Promise<void> {
    this.#leaving = true
    this.#departures = { ...this.#departures, asked: this.#departures.asked + 1 }
    this.#idle.set(null)
    try {
      const { clock } = this.#world
      const until = clock.elapsed() + deadlineMs
      // Whoever is still in line would have it loaded anew as soon as those inside are ended.
      if (!(await within(deadlineMs, this.#answered(), clock))) this.#queue.dismiss(askedToStop(this.model, 'stopping'))
      this.#departures = { ...this.#departures, done: this.#departures.done + 1 }
      await this.#group.unload(Math.min(deadlineMs, Math.max(0, until - clock.elapsed())))
    } finally {
      this.#leaving = false
      this.#changed()
    }
  }

  /** Whoever is in line or running has `deadlineMs`; then the line is refused and the engines end. */
  async drain(deadlineMs: number): Promise<void> {
    const { clock } = this.#world
    const until = clock.elapsed() + deadlineMs
    await within(deadlineMs, this.#queue.close(), clock)
    this.#queue.clear()
    await this.#group.stop(Math.min(deadlineMs, Math.max(0, until - clock.elapsed())))
    this.#idle.set(null)
    this.#world.residency.changed()
  }

  /** Whoever came after it was told to leave has it loaded anew, should its load have been ended with that. */
  async #opened(signal: AbortSignal): Promise<Loaded> {
    const { asked, done } = this.#departures
    const loading = this.#group.ready(signal)
    this.#opening.add(loading)
    try {
      return await loading
    } catch (error) {
      if (this.#departures.asked !== asked || this.#departures.done === done) throw error
      return this.#opened(signal)
    } finally {
      this.#opening.delete(loading)
    }
  }

  /** Resolves when those are gone who wait for it to be loaded now, who are in line or inside. */
  async #answered(): Promise<void> {
    if (this.#opening.size > 0) {
      await Promise.allSettled(this.#opening)
      // So long those have to come into line.
      await new Promise<void>((resolve) => this.#world.clock.after(GRACE_MS, resolve))
    }
    await this.#queue.drained()
  }

  async *#run(task: EngineTask, signal: AbortSignal): AsyncGenerator<EngineEvent, void, undefined> {
    try {
      yield* this.#group.run(task, signal)
    } finally {
      this.#touch()
    }
  }

  async #prepare(): Promise<Prepared> {
    const prepared = this.#spare ?? (await this.#options.prepare())
    this.#spare = null
    const { supervisor, footprint, unheeded = [] } = prepared
    this.#planned = { plan: supervisor.plan, footprint, unheeded }
    return prepared
  }

  async #timed(load: () => Promise<void>): Promise<void> {
    const begun = this.#world.clock.elapsed()
    await load()
    this.#lastUsedMs = this.#world.clock.now()
    this.#loadMs = this.#world.clock.elapsed() - begun
  }

  #touch(): void {
    this.#lastUsedMs = this.#world.clock.now()
    this.#rest()
  }

  #changed(): void {
    this.#counted()
    this.#options.changed()
  }

  /** Nothing but counts is otherwise, and nobody is told of those. */
  #counted(): void {
    this.#queue.refresh()
    this.#rest()
    this.#world.residency.changed()
  }

  /** Sets or stops the time after which it is unloaded for want of work. */
  #rest(): void {
    const ready = this.#group.state === 'ready' && !this.#group.loading
    const rests = ready && !this.#inUse && !this.#leaving && !this.#queue.closed
    this.#idle.set(rests ? this.#lastUsedMs + Math.max(GRACE_MS, this.#keepAliveMs) : null)
  }
}
