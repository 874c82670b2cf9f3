import { expect, test } from 'vitest'
import { listen } from '../../../test/fakes/listening.ts'
import { says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import type { ModelFields } from '../../api/models/encode.ts'
import { printedPlan } from './load-at.ts'
import { loadedAt, printedLoaded } from './loaded.ts'

async function model(): Promise<ModelFields> {
  const { app } = fakeServer({ models: [{ id: 'org/m', reply: says('x') }] })
  return (await app.inject('/v1/models/org/m')).json()
}

test('what is loaded is a table', async () => {
  const ready = await model()
  const [own] = ready.groups
  const wider = { ...own, context: 3000, expires_at: 90, running: 1 }
  const resting = { ...ready, id: 'b', groups: [own, wider] as ModelFields['groups'] }
  const failed = { ...ready, id: 'c', state: 'failed' as const, reason: 'It would not load.', groups: [] }
  expect(printedLoaded([ready, resting, failed], 30_000)).toBe(
    [
      'MODEL  STATE   INSTANCES  CONTEXT  MEMORY  RUNNING  WAITING  UNTIL',
      'org/m  ready   1/1        1000     700 B   0        0        for good',
      'b      ready   1/1        1000     700 B   0        0        for good',
      'b      ready   1/1        3000     700 B   1        0        60 s',
      'c      failed  0/1        1000     700 B   0        0',
      'c: It would not load.',
    ].join('\n'),
  )
  expect(printedLoaded([], 0)).toBe('Nothing is loaded.')
})

test('a file that is no model is not shown, a model that failed to load is', async () => {
  const status = { state: 'failed' as const, reason: 'It would not load.', instances: [], groups: [] }
  const unwanted = {
    plan: null,
    placement: {},
    instances: 0,
    queueCapacity: 0,
    keepAliveMs: 0,
    adapters: [],
    defaults: {},
  }
  const { port } = await listen([
    { id: 'resting', reply: says('x'), state: 'stopped' },
    { id: 'failed', reply: says('x'), status },
    { id: 'broken', reply: says('x'), status: { ...status, settings: unwanted } },
  ])
  expect((await loadedAt(`http://127.0.0.1:${port}`)).map(({ id }) => id)).toEqual(['failed'])
})

test('what loading would take is told in words', () => {
  const plan = {
    object: 'load_plan' as const,
    model: 'm',
    fits: true,
    evicts: ['other'],
    waits: false,
    instance_count: 2,
    context: 4096,
    slots: 4,
    threads: 1,
    gpu_layers: 0,
    memory: null,
    needed_bytes: 2048,
    accelerators: [],
    free_bytes: 1024,
  }
  expect(printedPlan(plan)).toBe(
    'm: 2 × 4 slots of 4096 tokens\nIt fits once other is unloaded: 2.0 KiB needed, 1.0 KiB free.',
  )
  expect(printedPlan({ ...plan, fits: false, evicts: [], free_bytes: -1 })).toContain(
    'It does not fit: 2.0 KiB needed, 0 B free.',
  )
  const accelerators = [
    { device: 'CUDA0', needed_bytes: 4096, free_bytes: 8192 },
    { device: 'CUDA1', needed_bytes: 1024, free_bytes: null },
  ]
  expect(printedPlan({ ...plan, accelerators })).toContain(
    '2.0 KiB needed, 1.0 KiB free; on CUDA0 4.0 KiB needed, 8.0 KiB free; on CUDA1 1.0 KiB needed, an unknown amount free.',
  )
})
