import { expect, it } from 'vitest'
import type { Footprint } from '../engine/driver.ts'
import { bytesOf, HOST, hostBytes, roomFor } from './room.ts'

const footprint: Footprint = {
  contextTokens: 100,
  trainedTokens: 100,
  devices: [
    { device: 'CPU', weights: 60, mapped: 50, kvCache: 20, compute: 10, runtime: 10 },
    { device: 'GPU', weights: 900, mapped: 0, kvCache: 900, compute: 900, runtime: 0 },
  ],
}
const memory = { availableBytes: 1_000, totalBytes: 5_000 }

it("counts what is taken of the machine's own memory", () => {
  expect(hostBytes(footprint)).toBe(100)
  const devices = footprint.devices.map((device) => ({ ...device, extra: 7 }))
  expect(hostBytes({ ...footprint, devices })).toBe(107)
  expect(hostBytes(null)).toBe(0)
})

it.each<[string, number | null, boolean[], number]>([
  ['all of the budget with nobody there', 300, [], 300],
  ['what they leave of the budget, loading or not', 300, [true, false], 100],
  ['less than nothing when the budget is exceeded', 50, [false], -50],
  ['what the machine has', null, [], 1_000],
  ['without what mapped weights hold', null, [false], 950],
  ['without what will be taken by those that are loading', null, [true], 900],
])('is %s', (_, budget, loading, room) => {
  const holdings = loading.map((each) => ({ footprint, loading: each }))
  expect(roomFor(budget, memory, holdings).get(HOST)).toBe(room)
})

it("tells each accelerator's memory apart, unless it is the machine's own", () => {
  expect([...bytesOf(footprint)]).toEqual([
    [HOST, 100],
    ['GPU', 2_700],
  ])
  const devices = footprint.devices.map((device) => ({ ...device, shared: true }))
  expect([...bytesOf({ ...footprint, devices })]).toEqual([[HOST, 2_800]])
})

it.each([300, null])('is what is left of each accelerator, with a budget of %s for the machine', (budget) => {
  const accelerators = [
    { name: 'GPU', freeBytes: 3_000, totalBytes: 4_000 },
    { name: 'other', freeBytes: 9, totalBytes: 10 },
  ]
  const room = roomFor(budget, { ...memory, accelerators }, [{ footprint, loading: true }])
  expect([room.get('GPU'), room.get('other')]).toEqual([300, 9])
})
