import { expect, test } from 'vitest'
import { SpeedMeter } from './speed.ts'

test('the speed is of the last ten seconds, and nothing is said of a moment', () => {
  const meter = new SpeedMeter()
  expect(meter.measure(0, 10_000, 0).bytesPerSecond).toBeNull()
  expect(meter.measure(4_000, 10_000, 10).bytesPerSecond).toBeNull()
  expect(meter.measure(2_000, 10_000, 1_000)).toMatchObject({ bytesPerSecond: 2_000, etaSeconds: 4 })
  for (let second = 2; second <= 40; second++) meter.measure(2_000, 10_000, second * 1_000)
  expect(meter.measure(2_000, 10_000, 41_000)).toMatchObject({ bytesPerSecond: 0, etaSeconds: null })
})

test('bytes that were there before count for what is done, not for the speed', () => {
  const meter = new SpeedMeter()
  meter.measure(1_000_000, 1_001_000, 0)
  expect(meter.measure(1_000_100, 1_001_000, 1_000)).toMatchObject({ bytesPerSecond: 100, etaSeconds: 9 })
})

test('a clock that jumps back makes no nonsense', () => {
  const meter = new SpeedMeter()
  meter.measure(0, null, 1_000_000)
  expect(meter.measure(500, null, 1_000)).toMatchObject({ bytesPerSecond: null, etaSeconds: null })
  expect(meter.measure(1_500, null, 2_000).bytesPerSecond).toBe(1_000)
})
