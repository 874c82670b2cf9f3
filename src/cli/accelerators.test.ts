import { expect, test } from 'vitest'
import { ManualClock } from '../../test/fakes/clock.ts'
import type { Device } from '../core/device.ts'
import { openAccelerators } from './accelerators.ts'

const device = (name: string, free: number, more: Partial<Device> = {}): Device => ({
  name,
  description: '',
  kind: 'gpu',
  memoryBytes: { free, total: 24 },
  ...more,
})

test('what is free is asked when no model is there, and not of a moment ago', async () => {
  const clock = new ManualClock()
  let used = false
  let free = 20
  const accelerators = openAccelerators(clock, () => used)
  const driver = { accelerators: async () => [device('CUDA0', free)] }
  const freeAfter = async (ms: number) => {
    clock.advance(ms)
    await accelerators.look(driver)
    return accelerators.memory()[0]?.freeBytes
  }
  expect(accelerators.memory()).toEqual([])
  expect(await freeAfter(0)).toBe(20)
  free = 5
  expect(await freeAfter(1_000)).toBe(20)
  used = true
  expect(await freeAfter(60_000)).toBe(20)
  used = false
  expect(await freeAfter(0)).toBe(5)
})

test('only memory of their own is told', async () => {
  const accelerators = openAccelerators(new ManualClock(), () => false)
  const devices = [device('CUDA0', 20), device('MTL0', 20, { sharesMemory: true }), device('HTP0', 0)]
  const silent = { ...device('x', 0), memoryBytes: { free: 0, total: 0 } }
  await accelerators.look({ accelerators: async () => [...devices, silent] })
  expect(accelerators.memory()).toEqual([
    { name: 'CUDA0', freeBytes: 20, totalBytes: 24 },
    { name: 'HTP0', freeBytes: 0, totalBytes: 24 },
  ])
  expect(await accelerators.look({})).toEqual([])
})
