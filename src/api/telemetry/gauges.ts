import type { ModelStatus, Scheduler } from '../../scheduler/scheduler.ts'
import type { ModelGauge } from '../../telemetry/metrics.ts'

/** The models as those see them who watch over the server. */
export function modelGauges(scheduler: Pick<Scheduler, 'models'>): readonly ModelGauge[] {
  return scheduler.models().map(gaugeOf)
}

function gaugeOf({ id, running, waiting, groups, instances }: ModelStatus): ModelGauge {
  const ready = instances.filter(({ state }) => state === 'ready').length
  const bytes = groups.flatMap(({ footprint, instances }) =>
    footprint === null ? [] : sizeOf(footprint) * instances.length,
  )
  return {
    id,
    running,
    waiting,
    instances: ready,
    memoryBytes: groups.length > 0 && bytes.length === 0 ? null : sum(bytes),
  }
}

type Footprint = NonNullable<ModelStatus['footprint']>

function sizeOf({ devices }: Footprint): number {
  return sum(devices.map(({ weights, kvCache, compute, runtime }) => weights + kvCache + compute + runtime))
}

function sum(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((total, amount) => total + amount, 0))
}
