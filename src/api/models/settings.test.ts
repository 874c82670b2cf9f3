import { expect, test } from 'vitest'
import type { ModelSettings } from '../../scheduler/scheduler.ts'
import { encodeSettings } from './encode.ts'

type Plan = NonNullable<ModelSettings['plan']>

test('what a model computes on is told as its engine takes it, not as it was asked for', () => {
  const plan: Plan = {
    ...{ driver: 'qairt', modelId: 'm', modelPath: '/m', contextTokens: 1024, slots: 1, threads: 0, gpuLayers: -1 },
    ...{ deterministic: false, options: {} },
  }
  const asked = { take: 'first', units: [{ kind: 'gpu' }] } as const
  const told = (more: Partial<Plan>) => {
    const own = { plan: { ...plan, ...more }, placement: { compute: asked }, instances: 1, queueCapacity: 4 }
    return encodeSettings({ ...own, keepAliveMs: 1000, adapters: [], defaults: {} }, null).compute
  }
  expect(told({})).toBe('gpu')
  expect(told({ compute: { take: 'first', units: [{ kind: 'npu' }] } })).toBe('npu')
})
