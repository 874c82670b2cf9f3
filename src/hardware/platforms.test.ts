import { expect, it } from 'vitest'
import { RK3588 } from '../../test/fakes/machine.ts'
import type { Chip, EngineReport } from '../core/machine.ts'
import { platformStatuses } from './platforms.ts'

const CARD: Chip = { ...RK3588, type: 'RK1828' }

const LLAMA: EngineReport = {
  platform: 'llama_cpp',
  available: true,
  reason: '',
  version: '1',
  devices: ['A GPU', 'A GPU', 'A CPU'].map((description) => ({
    name: '',
    description,
    kind: 'gpu',
    memoryBytes: { free: 0, total: 0 },
  })),
}

function statuses(chips: readonly Chip[], engines: readonly EngineReport[] = [LLAMA]) {
  const all = platformStatuses({ chips }, engines)
  return (id: string) => all.find((one) => one.id === id)
}

it('a platform that runs anywhere has what its engine sees', () => {
  expect(statuses([RK3588])('llama_cpp')).toEqual({
    id: 'llama_cpp',
    name: 'llama.cpp',
    available: true,
    reason: '',
    chips: [
      { type: 'A GPU', count: 2 },
      { type: 'A CPU', count: 1 },
    ],
  })
})

it('chips of a type are counted, each for the platforms that run on it', () => {
  const status = statuses([RK3588, CARD, CARD])
  expect(status('rkllm')?.chips).toEqual([{ type: 'RK3588', count: 1 }])
  expect(status('rknn2')?.chips).toEqual([{ type: 'RK3588', count: 1 }])
  expect(status('rknn3')?.chips).toEqual([{ type: 'RK1828', count: 2 }])
  expect(status('qairt')?.chips).toEqual([])
})

it('what is in the way is told from the chip up', () => {
  const rkllm = (chips: readonly Chip[], ...engines: EngineReport[]) => statuses(chips, engines)('rkllm')?.reason
  const engine = { ...LLAMA, platform: 'rkllm', devices: [] }
  const broken = { ...engine, available: false, reason: 'There is no librkllmrt.so.' }
  const unusable: Chip = {
    ...RK3588,
    state: 'unusable',
    problems: [{ what: 'The driver is rocket.', fix: "Use the vendor's kernel." }],
  }
  expect(rkllm([], engine)).toBe('There is no RK3588, RK3576, RK3562, RV1126B here.')
  const misplaced = {
    ...broken,
    misplaced: 'There is no librkllmrt.so in /nope.',
    reason: 'There is no librkllmrt.so in /nope.',
  }
  expect(rkllm([], misplaced)).toBe(
    'There is no librkllmrt.so in /nope. There is no RK3588, RK3576, RK3562, RV1126B here.',
  )
  expect(rkllm([RK3588], misplaced)).toBe('There is no librkllmrt.so in /nope.')
  expect(rkllm([unusable], engine)).toBe("The driver is rocket. Use the vendor's kernel.")
  expect(rkllm([RK3588])).toBe('This build of Trivet has no engine for RKLLM.')
  expect(rkllm([RK3588, unusable], broken)).toBe('There is no librkllmrt.so.')
  expect(rkllm([RK3588], engine)).toBe('')
})
