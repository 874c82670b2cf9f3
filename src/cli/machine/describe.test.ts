import { expect, test } from 'vitest'
import { BARE_MACHINE } from '../../../test/fakes/machine.ts'
import type { EngineReport } from '../../core/machine.ts'
import { describeMachine } from './describe.ts'

const CPU = {
  name: 'CPU',
  description: 'AMD EPYC',
  kind: 'cpu',
  memoryBytes: { free: 2 ** 30, total: 2 ** 31 },
} as const
const here: EngineReport = { platform: 'llama_cpp', available: true, reason: '', version: '0.5.0', devices: [CPU] }
const missing: EngineReport = {
  platform: 'rkllm',
  available: false,
  reason: `librkllmrt.so is not here (looked for ${'/usr/lib/librkllmrt.so, '.repeat(6)}/lib). Install it.`,
  version: '',
  devices: [],
}

test('what is too long for a terminal is broken, and stands beside what it is about', () => {
  const text = describeMachine({ ...BARE_MACHINE, engines: [here, missing] }, 80)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(text).toContain(
    'ENGINE     VERSION  KIND  DEVICE        MEMORY\nllama_cpp  0.5.0    cpu   CPU AMD EPYC  1.0 GiB of',
  )
  expect(text).toMatch(/NOT HERE\nrkllm {2}librkllmrt\.so is not here.*\n {7}\/usr\/lib/)
})

test('a word that is longer than a line stays whole', () => {
  const text = describeMachine({ ...BARE_MACHINE, engines: [{ ...missing, reason: `${'x'.repeat(90)} y` }] }, 40)
  expect(text).toContain(`rkllm  ${'x'.repeat(90)}\n       y`)
})
