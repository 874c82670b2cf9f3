import { TrivetError } from '../../core/errors.ts'
import type { ModelStatus } from '../../scheduler/scheduler.ts'

/** How long those who are in line take is not known here. */
const RETRY_AFTER_SECONDS = 5

/**
 * A response in the background is answered before it has a place in line, so whether it will find one is looked at
 * first. Throws `queue_full`.
 * @param opening others in the background that wait for the model to open, and are not in its line yet
 */
export function refuseOverflow(
  { id, running, waiting, loaded, instances, settings }: ModelStatus,
  opening: number,
): void {
  const ready = instances.filter(({ state }) => state === 'ready').length
  // Of a model that isn't loaded, one request at least will run at once when it is.
  const slots = ready === 0 || loaded === null ? 1 : loaded.capabilities.slots * ready
  const room = settings.queueCapacity + Math.max(0, slots - running)
  if (waiting + opening < room) return
  throw new TrivetError('queue_full', {
    model: id,
    capacity: settings.queueCapacity,
    retryAfter: RETRY_AFTER_SECONDS,
  })
}
