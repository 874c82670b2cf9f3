import { describe, expect, test } from 'vitest'
import type { Buckets } from '../../../src/store/buckets.ts'
import { ManualClock } from '../../fakes/clock.ts'

/** What limits rely on, wherever it is counted. */
export function bucketSuite(open: (clock: ManualClock) => Promise<Buckets>): void {
  async function buckets() {
    const clock = new ManualClock()
    return { clock, counted: await open(clock) }
  }
  const bucket = { subject: 'requests of k', perMinute: 2 }

  describe('what a minute allows', () => {
    test('is taken until it is used up, and comes back evenly', async () => {
      const { counted, clock } = await buckets()
      const draw = () => counted.draw(bucket, 1, 1)
      expect([await draw(), await draw(), await draw()]).toEqual([0, 0, 30])
      clock.advance(15_000)
      expect(await draw()).toBe(15)
      clock.advance(15_000)
      expect([await draw(), await draw()]).toEqual([0, 30])
    })

    test('is never more than a minute’s worth, however long nobody came', async () => {
      const { counted, clock } = await buckets()
      await counted.draw(bucket, 1, 1)
      clock.advance(3_600_000)
      expect(await Promise.all([1, 2, 3].map(() => counted.draw(bucket, 1, 1)))).toEqual([0, 0, 30])
    })

    test('is charged afterwards, and a debt has to be waited for', async () => {
      const { counted, clock } = await buckets()
      const tokens = { subject: 'tokens of k', perMinute: 60 }
      expect(await counted.draw(tokens, 1, 0)).toBe(0)
      await counted.charge(tokens, 100.5)
      expect(await counted.draw(tokens, 1, 0)).toBe(42)
      clock.advance(41_499)
      expect(await counted.draw(tokens, 1, 0)).toBe(1)
      clock.advance(1)
      expect(await counted.draw(tokens, 1, 0)).toBe(0)
    })

    test('is taken at the beginning and given back as far as it was not needed, and never more than a minute’s worth', async () => {
      const { counted } = await buckets()
      const tokens = { subject: 'tokens of k', perMinute: 60 }
      const draw = () => counted.draw(tokens, 40, 40)
      expect(await Promise.all([draw(), draw()])).toEqual([0, 20])
      await counted.charge(tokens, -20)
      expect([await draw(), await draw()]).toEqual([0, 40])
      await counted.charge(tokens, -1000)
      expect([await counted.draw(tokens, 60, 60), await counted.draw(tokens, 1, 0)]).toEqual([0, 1])
    })

    test('is each subject’s own, and another where the rate is another', async () => {
      const { counted } = await buckets()
      const full = async (subject: string, perMinute: number) => (await counted.draw({ subject, perMinute }, 1, 1)) > 0
      expect([await full('a', 1), await full('a', 1), await full('b', 1), await full('a', 3)]).toEqual([
        false,
        true,
        false,
        false,
      ])
    })

    test('is no more when the clock is set back', async () => {
      const { counted, clock } = await buckets()
      await counted.draw(bucket, 1, 2)
      clock.jump(-3_600_000)
      expect(await counted.draw(bucket, 1, 1)).toBe(30)
      clock.advance(30_000)
      expect(await counted.draw(bucket, 1, 1)).toBe(0)
    })
  })
}
