import type { Placement } from '../core/placement.ts'
import type { LoadOrder, ModelEntry } from './scheduler.ts'

/** Whether an order says how a model is to be loaded, and not only how often. */
export function isAboutLoading({ placement, reset = [] }: LoadOrder): boolean {
  return placement !== undefined || reset.length > 0
}

/** What an order makes of a placement: what it names is as it says, or as configured again, and the rest stays. */
export function placementBy({ placement, reset = [] }: LoadOrder, now: Placement, configured: Placement): Placement {
  const names = reset as readonly string[]
  const kept = Object.entries(now).filter(([name]) => !names.includes(name))
  const again = Object.entries(configured).filter(([name]) => names.includes(name))
  return { ...Object.fromEntries([...kept, ...again]), ...placement }
}

/** The numbers of an order, with those filled in that are to be as configured. */
export function numbersBy(
  { instances, queueCapacity, keepAliveMs }: LoadOrder,
  entry: Pick<ModelEntry, 'instances' | 'keepAliveMs'>,
  usualCapacity: number,
): { readonly [name in 'instances' | 'queueCapacity' | 'keepAliveMs']: number | undefined } {
  return {
    instances: instances === null ? (entry.instances ?? 1) : instances,
    queueCapacity: queueCapacity === null ? usualCapacity : queueCapacity,
    keepAliveMs: keepAliveMs === null ? entry.keepAliveMs : keepAliveMs,
  }
}
