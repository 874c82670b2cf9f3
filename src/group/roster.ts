import type { Clock } from '../core/clock.ts'
import type { Plan } from '../engine/driver.ts'
import type { Loaded } from '../engine/supervisor/supervisor.ts'
import { choose } from './choose.ts'
import type { Member } from './member.ts'
import { isSame } from './status.ts'
import { within } from './waiting.ts'

export interface RosterNews {
  /** Something that is told of the instances is otherwise than before, apart from how many tasks are inside. */
  changed(): void
  /** Tasks have come in or gone: as often as requests do. */
  counted(): void
}

/** What an orderly end may take, once nothing runs any more, in milliseconds. */
const END_MS = 5_000

/** The instances there are of a model, and what the last ones taught of it. */
export class Roster {
  readonly #news: RosterNews
  #members: readonly Member[] = []
  /** On their way out, finishing what they have; each until it is gone. */
  readonly #retiring = new Map<Member, Promise<void>>()
  #last: { readonly plan: Plan; readonly loaded: Loaded | null } | null = null

  constructor(news: RosterNews) {
    this.#news = news
  }

  /** Those that may be given tasks. */
  get members(): readonly Member[] {
    return this.#members
  }

  get ready(): readonly Member[] {
    return this.#members.filter((member) => member.supervisor.status().state === 'ready')
  }

  /** Those on their way out included. */
  get all(): readonly Member[] {
    return [...this.#members, ...this.#retiring.keys()]
  }

  /** Of those on their way out, the one that has been so longest. */
  get leaving(): Member | undefined {
    const [first] = this.#retiring.keys()
    return first
  }

  get best(): Member | undefined {
    return choose(this.#members, [])
  }

  /** The one that tasks are made for: of this machine, if any of it is ready. */
  get foremost(): Member | undefined {
    return this.ready.find(({ beside }) => !beside) ?? this.best
  }

  /** As of the last instance that was prepared. */
  get plan(): Plan | null {
    return this.#last?.plan ?? null
  }

  /** As of the last successful load. */
  loaded(): Loaded | null {
    const loaded = this.foremost?.supervisor.status().loaded ?? this.#last?.loaded ?? null
    if (this.#last && loaded !== this.#last.loaded) this.#last = { ...this.#last, loaded }
    return loaded
  }

  /** How many of this machine, or of others beside it, are there or on their way. */
  occupying(beside: boolean): number {
    return this.#members.filter((member) => member.beside === beside && member.occupies).length
  }

  add(member: Member): void {
    const { beside, supervisor } = member
    if (!beside) this.#last = { plan: supervisor.plan, loaded: this.#last?.loaded ?? null }
    this.#members = [...this.#members, member]
    this.#watch(member)
  }

  /** Gives it nothing more to do, and ends it when it is done. */
  retire(member: Member): Promise<void> {
    // What is known of it is kept.
    this.loaded()
    this.#members = this.#members.filter((other) => other !== member)
    member.retire()
    const gone = member
      .idle()
      .then(() => member.supervisor.stop(END_MS))
      .finally(() => {
        this.#retiring.delete(member)
        this.#news.changed()
      })
    this.#retiring.set(member, gone)
    this.#news.changed()
    return gone
  }

  /** Ends every instance, and tasks still running after `deadlineMs` with them. */
  async dismiss(deadlineMs: number, clock: Clock): Promise<void> {
    for (const member of this.#members) void this.retire(member)
    await Promise.all(
      Array.from(this.#retiring, async ([{ supervisor }, gone]) => {
        if (!(await within(deadlineMs, gone, clock))) await supervisor.stop(0)
        await gone
      }),
    )
  }

  #watch(member: Member): void {
    let before = member.supervisor.status()
    member.supervisor.onChange((status) => {
      if (status.crashes > before.crashes) member.prefixes.clear()
      const counts = isSame(before, status)
      before = status
      counts ? this.#news.counted() : this.#news.changed()
    })
  }
}
