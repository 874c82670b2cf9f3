import type { Bucket, Buckets } from '../buckets.ts'
import { type SharedLink, whenAway } from './link.ts'

/**
 * Those of all Trivets of one shared server; while it is away, each of them counts for itself.
 * @param now default: the shared server's own clock, which is the same for all
 */
export function createSharedBuckets(link: SharedLink, alone: Buckets, now: () => number | '' = () => ''): Buckets {
  const nameOf = ({ subject, perMinute }: Bucket) => `bucket:${perMinute}:${subject}`
  return {
    draw: (bucket, needed, amount) =>
      link
        .ask((commands) => commands.drawFrom(nameOf(bucket), bucket.perMinute, needed, amount, now()))
        .catch(whenAway(() => alone.draw(bucket, needed, amount))),
    charge: (bucket, amount) =>
      link
        .ask(async (commands) => void (await commands.drawFrom(nameOf(bucket), bucket.perMinute, '', amount, now())))
        .catch(whenAway(() => alone.charge(bucket, amount))),
  }
}
