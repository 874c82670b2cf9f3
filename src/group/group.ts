import { asTrivetError, type ErrorCode, TrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import type { EngineTask } from '../core/task.ts'
import type { Footprint, Plan } from '../engine/driver.ts'
import type { Loaded } from '../engine/supervisor/supervisor.ts'
import type { EngineState } from '../engine/supervisor/transition.ts'
import { ableTo, choose, slotsOf, usefulness } from './choose.ts'
import { Loader, type LoaderOptions } from './loader.ts'
import type { Member } from './member.ts'
import { prefixHashes, promptOf } from './prefix.ts'
import { Roster, type RosterNews } from './roster.ts'
import { type GroupStatus, instanceStatus, type Sized } from './status.ts'
import { unlessAborted } from './waiting.ts'
import { Wanted, type WantedOptions } from './wanted.ts'

/** Which model, how many instances of it, how one is made and given room, and who hears of them. */
export interface GroupOptions extends LoaderOptions, WantedOptions, RosterNews {}

/** How a task fails that another instance may do: the server that was to do it never began. */
const NOT_BEGUN: ReadonlySet<ErrorCode> = new Set(['upstream_error', 'upstream_busy'])

/** The same among unlike instances, of which another may know what this one doesn't. */
const NOT_ABLE: ReadonlySet<ErrorCode> = new Set(['unsupported_parameter', 'wrong_model_type'])

const forever = new AbortController().signal

/** A model with its load settings, and the instances of it, which come to be when they are first wanted. */
export class Group {
  readonly #options: GroupOptions
  readonly #wanted: Wanted
  readonly #roster: Roster
  readonly #loader: Loader

  constructor(options: GroupOptions) {
    this.#options = options
    this.#wanted = new Wanted(options)
    this.#roster = new Roster(options)
    this.#loader = new Loader(options, this.#roster, this.#wanted)
  }

  status(): GroupStatus {
    const { state, reason, progress } = this.#overall()
    const instances = this.#roster.all.map(instanceStatus)
    return { state, reason, progress, loaded: this.#roster.loaded(), wanted: this.#wanted.size, instances }
  }

  get state(): EngineState {
    return this.#overall().state
  }

  /** As of the last instance that was prepared. */
  get plan(): Plan | null {
    return this.#roster.plan
  }

  /**
   * Tasks the instances work on at once; while all of them are down, as many as they did. At least one, which has an
   * instance loaded where there is none.
   */
  slots(): number {
    const { ready, members } = this.#roster
    const slots = (ready.length > 0 ? ready : members).reduce((sum, member) => sum + slotsOf(member), 0)
    return Math.max(1, slots)
  }

  /** Tasks inside, those of instances on their way out included. */
  get running(): number {
    return this.#roster.all.reduce((sum, { running }) => sum + running, 0)
  }

  get loading(): boolean {
    return this.#loader.loading
  }

  /** The instances that hold memory now, or will presently. */
  footprints(): readonly { readonly footprint: Footprint | null; readonly loading: boolean }[] {
    return this.#roster.all
      .filter((member) => member.occupies)
      .map(({ footprint, loading }) => ({ footprint, loading }))
  }

  /**
   * Resolves when at least one instance is loaded. However many ask, each is prepared and loaded once; of several, the
   * others follow by themselves. Rejects as `Prepare`, `admit` and `Supervisor.ready` do, or with `request_cancelled`.
   */
  async ready(signal: AbortSignal): Promise<Loaded> {
    if (signal.aborted) throw new TrivetError('request_cancelled')
    const member = this.#roster.foremost
    const state = member?.supervisor.status().state
    // One that is restarting after a crash has kept its memory.
    if (member && (state === 'ready' || (state === 'starting' && !member.admitted))) {
      this.#lookAround()
      return member.supervisor.ready(signal)
    }
    return unlessAborted(this.#loader.first(), signal, () => new TrivetError('request_cancelled'))
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
      if (member === null && this.#roster.ready.length > 0) {
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
      const members = this.#able(this.#roster.ready, task).filter((member) => !tried.has(member))
      return choose(members, hashes) ?? null
    }
    const arrived = untried()
    if (arrived !== null || !this.loading) return arrived
    await unlessAborted(this.fill(), signal, () => new TrivetError('request_cancelled')).catch(() => null)
    return untried()
  }

  /** From now on so many instances. Those that are too many finish what they have; resolves once that is done. */
  async resize(size: number): Promise<Sized> {
    this.#wanted.resize(size)
    const idlest = this.#roster.members.filter(({ beside }) => !beside).sort((a, b) => usefulness(b) - usefulness(a))
    await Promise.all(idlest.slice(size).map((member) => this.#roster.retire(member)))
    return this.fill()
  }

  /**
   * Loads what is missing to the number wanted, once whoever else loads some of it has done so. One that doesn't come up
   * leaves the others as they are. Rejects as `ready` when none answers and none was to be loaded.
   */
  async fill(): Promise<Sized> {
    const failures = await this.#loader.fill()
    // One that restarts after a crash isn't missing, nor does it answer.
    if (failures.length === 0 && this.#roster.ready.length === 0) await this.ready(forever)
    const actual = this.#roster.ready.filter(({ beside }) => !beside).length
    return { requested: this.#wanted.size, actual, failures }
  }

  /**
   * Ends every instance, tasks still running after `deadlineMs` with them, and every load under way. What is wanted later
   * is loaded anew, and what went wrong before is of the past.
   */
  async unload(deadlineMs: number): Promise<void> {
    this.#loader.abandon()
    await this.#roster.dismiss(deadlineMs, this.#options.clock)
  }

  /** As `unload`, and nothing can be loaded from then on. */
  async stop(deadlineMs: number): Promise<void> {
    this.#loader.close()
    await this.unload(deadlineMs)
    // Whatever was being prepared finds out that it isn't wanted.
    await this.#loader.settled()
    await this.unload(0)
  }

  #overall(): Pick<GroupStatus, 'state' | 'reason' | 'progress'> {
    const member = this.#roster.best
    if (member && !(member.admitted && member.supervisor.status().state !== 'ready')) {
      const { state, reason, progress } = member.supervisor.status()
      if (state !== 'stopped') return { state, reason, progress }
    }
    if (this.loading) return { state: 'starting', reason: null, progress: member?.supervisor.status().progress ?? 0 }
    const { leaving } = this.#roster
    if (leaving) {
      const { state } = leaving.supervisor.status()
      return { state: state === 'stopping' ? state : 'draining', reason: null, progress: 0 }
    }
    const { failure } = this.#loader
    if (failure) return { state: 'failed', reason: failure.message, progress: 0 }
    return { state: 'stopped', reason: null, progress: 0 }
  }

  #best(hashes: readonly string[], task: EngineTask): Member | undefined {
    return choose(this.#able(this.#roster.members, task), hashes)
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

  /** Has what other servers offer by now, now and then, while somebody asks. */
  #lookAround(): void {
    if (!(this.#wanted.follows || this.#options.beside) || !this.#wanted.look()) return
    if (this.#wanted.follows) void this.#loader.fill()
    void this.#loader.fillBeside()
  }
}
