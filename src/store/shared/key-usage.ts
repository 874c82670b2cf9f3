import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { COUNTERS, type KeyUsage, type KeyUsages, together } from '../key-usage.ts'
import { sharedAnswer } from './answer.ts'
import { type SharedLink, whenAway } from './link.ts'

export const USAGE = 'usage'
const LAST = 'lastUsedMs'
/** What was sent as the server went is known again for so long, so that it counts once when it is sent anew. */
const MARK_SECONDS = 600

export interface SharedKeyUsages extends KeyUsages {
  /** Requests that could not be counted over there yet. */
  pending(): number
  /** Resolves when what is on its way is counted, or isn't. */
  close(): Promise<void>
}

/**
 * The counters of all Trivets of one shared server. What comes while it is away is kept here, and handed over as soon as
 * it is back.
 */
export function createSharedKeyUsages(link: SharedLink, clock: Clock): SharedKeyUsages {
  /** Never sent. */
  const waiting = new Map<string, KeyUsage>()
  /** Sent, and perhaps counted: they keep their marks. */
  const unsure = new Map<string, KeyUsage>()
  const seen = new Map<string, KeyUsage>()
  const onTheWay = new Set<Promise<void>>()

  const send = (use: KeyUsage, mark: string = randomUUID()): Promise<void> => {
    const last = [fieldOf(use.key, LAST), use.lastUsedMs]
    const sent = link
      .ask((commands) => commands.addUse(USAGE, `used:${mark}`, MARK_SECONDS, ...last, ...amountsOf(use)))
      .then(
        () => {},
        whenAway(({ asked }) => {
          if (asked) unsure.set(mark, use)
          else waiting.set(use.key, together(waiting.get(use.key), use))
        }),
      )
      .finally(() => onTheWay.delete(sent))
    onTheWay.add(sent)
    return sent
  }
  const handOver = async () => {
    const [marked, all] = [[...unsure], [...waiting.values()]]
    unsure.clear()
    waiting.clear()
    await Promise.all([...marked.map(([mark, use]) => send(use, mark)), ...all.map((use) => send(use))])
  }
  const deafen = link.onChange(({ trouble }) => {
    if (trouble === null) void handOver()
  })
  const here = () => [...unsure.values(), ...waiting.values()]

  return {
    add: (key, use) => send({ ...use, key, latencyMs: Math.round(use.latencyMs), lastUsedMs: clock.now() }),
    async of(key) {
      const fields: readonly string[] = [...COUNTERS, LAST]
      const there = await link
        .ask((commands) => commands.hmget(USAGE, ...fields.map((name) => fieldOf(key, name))))
        .then(
          (values) => usageOf(key, (name) => values[fields.indexOf(name)]),
          whenAway(() => seen.get(key) ?? null),
        )
      if (there !== null) seen.set(key, there)
      return here()
        .filter((use) => use.key === key)
        .reduce<KeyUsage | null>((sum, use) => together(sum ?? undefined, use), there)
    },
    all: () =>
      sharedAnswer(link, async () => {
        const amounts = new Map(Object.entries(await link.ask((commands) => commands.hgetall(USAGE))))
        const keys = new Set([...amounts.keys()].map((field) => field.slice(0, field.lastIndexOf(' '))))
        return [...keys]
          .toSorted()
          .map((key) => usageOf(key, (name) => amounts.get(fieldOf(key, name))))
          .filter((usage) => usage !== null)
      }),
    pending: () => here().reduce((total, { requests }) => total + requests, 0),
    async close() {
      deafen()
      await Promise.all(onTheWay)
    },
  }
}

/** Counters of a key and their amounts, one after the other. */
export function amountsOf(use: KeyUsage): (string | number)[] {
  return COUNTERS.flatMap((name) => [fieldOf(use.key, name), use[name]])
}

export function fieldOf(key: string, name: string): string {
  return `${key} ${name}`
}

/** `null`: it was never used. */
function usageOf(key: string, amount: (name: string) => string | null | undefined): KeyUsage | null {
  if ((amount(LAST) ?? null) === null) return null
  const [requests = 0, failed = 0, promptTokens = 0, completionTokens = 0, latencyMs = 0] = COUNTERS.map((name) =>
    Number(amount(name) ?? 0),
  )
  return { key, requests, failed, promptTokens, completionTokens, latencyMs, lastUsedMs: Number(amount(LAST)) }
}
